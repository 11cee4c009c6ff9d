# The example of the form of all types, made of the data classes that codegen wrote, as JSON on standard output.
import base64
import datetime
import decimal
import json
import sys

from order_form import OrderForm, OrderFormCustomer, OrderFormItemsEntry, OrderFormItemsPartsEntry, to_data

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
moment = datetime.datetime(2026, 10, 31, 9, 30, tzinfo=datetime.timezone(datetime.timedelta(hours=9)))
data = OrderForm(
    number="A-0417",
    note="至急",
    count=3,
    tries=2,
    far=1,
    price=decimal.Decimal("100.5"),
    exact=decimal.Decimal("1.5"),
    urgent=True,
    due=datetime.date(2026, 10, 31),
    at=datetime.time(9, 30),
    sent=moment,
    kind="様",
    rate=8,
    seal=base64.b64decode(PIXEL),
    class_="A",
    品名="ねじ",
    品_名="ばね",
    proto="x",
    postal_code="100-0001",
    postal_code2="100-0002",
    customer=OrderFormCustomer(name="株式会社山本"),
    items=[
        OrderFormItemsEntry(
            name="ねじ",
            qty=2,
            rate=10,
            parts=[OrderFormItemsPartsEntry(code="a"), OrderFormItemsPartsEntry(code="b")],
            tags=["x"],
        ),
        OrderFormItemsEntry(name="ばね", qty=4, rate=8, parts=[OrderFormItemsPartsEntry(code="c")], tags=["y", "z"]),
    ],
    tags=["甲", "乙"],
    amounts=[decimal.Decimal("1.5")],
    kinds=["a"],
    moments=[moment],
)
try:
    to_data(datetime.datetime(2026, 10, 31))
    sys.exit("a datetime without an offset was taken")
except ValueError:
    pass
print(json.dumps(to_data(data)))
