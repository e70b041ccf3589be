ENGINE = "three lines"
