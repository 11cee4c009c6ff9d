# A client of gRPC in Python, made of what the guide generates. It draws a canvas whole and in pieces, and asks for one
# that is not there. Arguments: address, key, canvas, file with data.
import hashlib
import sys

import grpc

from platen.v1 import render_pb2, render_pb2_grpc

address, key, canvas, path = sys.argv[1:]
with open(path, "rb") as file:
    request = render_pb2.RenderCanvasRequest(canvas_id=canvas, data_json=file.read())
metadata = (("x-api-key", key),)
with grpc.insecure_channel(address) as channel:
    client = render_pb2_grpc.RenderServiceStub(channel)
    whole = client.RenderCanvas(request, metadata=metadata)
    pieces = hashlib.sha256()
    for message in client.RenderCanvasStream(request, metadata=metadata):
        pieces.update(message.chunk)
    try:
        client.RenderCanvas(render_pb2.RenderCanvasRequest(canvas_id="cnv_none"), metadata=metadata)
        code = None
    except grpc.RpcError as error:
        code = error.code()
missing = "true" if code == grpc.StatusCode.NOT_FOUND else "false"
print(hashlib.sha256(whole.pdf).hexdigest(), pieces.hexdigest(), missing)
