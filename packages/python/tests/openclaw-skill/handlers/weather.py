import os
import socket


def tell(city):
    try:
        socket.create_connection(("127.0.0.1", 9), timeout=1)
        network = "open"
    except OSError:
        network = "closed"
    return {"city": city, "weather": "fair", "process": os.getpid(), "network": network}
