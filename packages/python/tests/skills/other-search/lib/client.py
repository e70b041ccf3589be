ENGINE = "none"
NOTHING: list = []
