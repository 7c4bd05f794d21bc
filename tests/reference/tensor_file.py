# SPDX-License-Identifier: MIT
"""Read and write safetensors files holding float32 and int32 tensors.

The format: 8 bytes little-endian header length, a JSON header padded with spaces to
a multiple of 8, then the tensors' bytes one after the other. Written out here because
twenty lines are easier to trust than a dependency, and the test run needs neither.
"""
import json
import struct

import torch

TYPES = {"F32": torch.float32, "I32": torch.int32}
NAMES = {torch.float32: "F32", torch.int32: "I32"}


def write(path, tensors, metadata):
    """tensors: {name: tensor}, in file order; metadata: {key: string}."""
    header, blobs, offset = {"__metadata__": metadata}, [], 0
    for name, tensor in tensors.items():
        is_float = tensor.is_floating_point()
        tensor = tensor.detach().to(torch.float32 if is_float else torch.int32)
        blob = tensor.contiguous().numpy().tobytes()
        header[name] = {
            "dtype": NAMES[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [offset, offset + len(blob)],
        }
        blobs.append(blob)
        offset += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def read(path):
    """Returns (tensors, metadata). Tensors of other types are left out."""
    with open(path, "rb") as file:
        (n_header,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(n_header))
        data = bytearray(file.read())
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        if entry["dtype"] not in TYPES:
            continue
        begin, end = entry["data_offsets"]
        flat = torch.empty(0, dtype=TYPES[entry["dtype"]])
        if end > begin:
            flat = torch.frombuffer(data[begin:end], dtype=TYPES[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"])
    return tensors, metadata
