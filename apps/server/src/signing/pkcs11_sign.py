"""Asks a PKCS#11 module for one Ed25519 signature, in a process of its own: a module that hangs or crashes takes nothing with it.

In: one JSON object on standard input: module, token, serial, object, id (hex; null where it may be any), pin, message (base64).
Out: one JSON object: {"point": base64 of the 32 byte public key, "signature": base64 of 64 bytes}, or {"problem": word, "detail": text}.
OpenSC's pkcs11-tool (0.23) hands over what is longer than 1,024 bytes in parts, and Ed25519 takes none: RFC 8032 reads the message twice.
Names and numbers are those of PKCS#11 v3.0; its function list keeps this order since v2.0.
"""

import base64
import ctypes
import json
import sys

ULONG = ctypes.c_ulong
CKF_SERIAL_SESSION, CKU_USER = 4, 1
CKA_CLASS, CKA_LABEL, CKA_KEY_TYPE, CKA_ID, CKA_EC_POINT = 0x0, 0x3, 0x100, 0x102, 0x181
CKO_PUBLIC_KEY, CKO_PRIVATE_KEY, CKK_EC_EDWARDS, CKM_EDDSA = 2, 3, 0x40, 0x1057
PIN_PROBLEMS = {0xA0: "incorrect", 0xA1: "invalid", 0xA2: "of a wrong length", 0xA3: "expired", 0xA4: "locked"}
FUNCTIONS = (
    "Initialize Finalize GetInfo GetFunctionList GetSlotList GetSlotInfo GetTokenInfo GetMechanismList GetMechanismInfo InitToken InitPIN "
    "SetPIN OpenSession CloseSession CloseAllSessions GetSessionInfo GetOperationState SetOperationState Login Logout CreateObject "
    "CopyObject DestroyObject GetObjectSize GetAttributeValue SetAttributeValue FindObjectsInit FindObjects FindObjectsFinal EncryptInit "
    "Encrypt EncryptUpdate EncryptFinal DecryptInit Decrypt DecryptUpdate DecryptFinal DigestInit Digest DigestUpdate DigestKey "
    "DigestFinal SignInit Sign"
).split()


class Attribute(ctypes.Structure):
    _fields_ = [("type", ULONG), ("value", ctypes.c_void_p), ("length", ULONG)]


class Mechanism(ctypes.Structure):
    _fields_ = [("mechanism", ULONG), ("parameter", ctypes.c_void_p), ("length", ULONG)]


class FunctionList(ctypes.Structure):
    _fields_ = [("version", ctypes.c_ubyte * 2)] + [(name, ctypes.c_void_p) for name in FUNCTIONS]


class Problem(Exception):
    def __init__(self, problem, detail=""):
        super().__init__(problem)
        self.answer = {"problem": problem, "detail": detail}


class Module:
    def __init__(self, path):
        try:
            get_list = ctypes.CDLL(path).C_GetFunctionList
        except (OSError, AttributeError) as error:
            raise Problem("module", str(error)[:300])
        functions = ctypes.POINTER(FunctionList)()
        if get_list(ctypes.byref(functions)) != 0 or not functions:
            raise Problem("module", "it gives out no functions")
        self.functions = functions.contents
        self.call("Initialize", None)

    def call(self, name, *arguments):
        result = ctypes.CFUNCTYPE(ULONG, *(kind_of(one) for one in arguments))(getattr(self.functions, name))(*arguments)
        if name == "Login" and result in PIN_PROBLEMS:
            raise Problem("pin", PIN_PROBLEMS[result])
        if result != 0:
            raise Problem("start" if name == "Initialize" else "call", "C_%s answers 0x%x" % (name, result))


def kind_of(argument):
    return ULONG if isinstance(argument, int) else ctypes.c_void_p


def find_slots(module, token, serial):
    count = ULONG(0)
    module.call("GetSlotList", b"\1", None, ctypes.byref(count))
    slots = (ULONG * max(count.value, 1))()
    module.call("GetSlotList", b"\1", slots, ctypes.byref(count))
    found = []
    for slot in slots[: count.value]:
        # CK_TOKEN_INFO: label 32, manufacturer 32, model 16 and serial number 16 characters, padded with spaces.
        info = ctypes.create_string_buffer(512)
        try:
            module.call("GetTokenInfo", int(slot), info)
        except Problem:
            continue
        label, number = (info.raw[at : at + size].rstrip(b" \0").decode("utf-8", "replace") for at, size in ((0, 32), (80, 16)))
        if (token is None or label == token) and (serial is None or number == serial):
            found.append(int(slot))
    return found


def find_object(module, session, kind, request):
    values = [(CKA_CLASS, ULONG(kind))]
    if request["object"] is not None:
        text = request["object"].encode()
        values.append((CKA_LABEL, ctypes.create_string_buffer(text, len(text))))
    if request["id"] is not None:
        raw = bytes.fromhex(request["id"])
        values.append((CKA_ID, ctypes.create_string_buffer(raw, len(raw))))
    rows = [Attribute(name, ctypes.cast(ctypes.byref(value), ctypes.c_void_p), ctypes.sizeof(value)) for name, value in values]
    module.call("FindObjectsInit", session, (Attribute * len(rows))(*rows), len(rows))
    handles, count = (ULONG * 2)(), ULONG(0)
    module.call("FindObjects", session, handles, 2, ctypes.byref(count))
    module.call("FindObjectsFinal", session)
    if count.value != 1:
        raise Problem("object", "private" if kind == CKO_PRIVATE_KEY else "public") if count.value == 0 else Problem("several")
    return int(handles[0])


def read_attribute(module, session, handle, name):
    buffer = ctypes.create_string_buffer(256)
    row = Attribute(name, ctypes.cast(buffer, ctypes.c_void_p), len(buffer))
    module.call("GetAttributeValue", session, handle, ctypes.byref(row), 1)
    return buffer.raw[: row.length]


def sign(request):
    module = Module(request["module"])
    slots = find_slots(module, request["token"], request["serial"])
    if len(slots) != 1:
        raise Problem("token" if not slots else "tokens")
    session = ULONG(0)
    module.call("OpenSession", slots[0], CKF_SERIAL_SESSION, None, None, ctypes.byref(session))
    session = int(session.value)
    pin = request["pin"].encode()
    module.call("Login", session, CKU_USER, pin, len(pin))
    key = find_object(module, session, CKO_PRIVATE_KEY, request)
    kind = int.from_bytes(read_attribute(module, session, key, CKA_KEY_TYPE), sys.byteorder)
    if kind != CKK_EC_EDWARDS:
        raise Problem("kind")
    point = read_attribute(module, session, find_object(module, session, CKO_PUBLIC_KEY, request), CKA_EC_POINT)
    # Before v3.0 the point was wrapped as an OCTET STRING.
    point = point[2:] if len(point) == 34 and point[:2] == b"\x04\x20" else point
    if len(point) != 32:
        raise Problem("kind")
    message = base64.b64decode(request["message"])
    signature, length = ctypes.create_string_buffer(256), ULONG(256)
    module.call("SignInit", session, ctypes.byref(Mechanism(CKM_EDDSA, None, 0)), key)
    module.call("Sign", session, message, len(message), signature, ctypes.byref(length))
    raw = signature.raw[: length.value]
    module.call("Finalize", None)
    return {"point": base64.b64encode(point).decode(), "signature": base64.b64encode(raw).decode()}


try:
    answer = sign(json.load(sys.stdin))
except Problem as problem:
    answer = problem.answer
print(json.dumps(answer))
