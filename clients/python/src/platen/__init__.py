"""A client of Platen, which renders published form templates and JSON into PDF documents."""

from . import _generated
from ._calls import File
from ._client import Client, Data, Job
from ._connections import Cancel
from ._errors import Cancelled, ClientErrorCode, ErrorKind, PlatenError
from ._generated import *  # noqa: F403

__all__ = ["Cancel", "Cancelled", "Client", "ClientErrorCode", "Data", "ErrorKind", "File", "Job", "PlatenError"]
__all__ += _generated.__all__
