const DAY = 86_400_000;

process.stdin.on("data", (line) => {
  const { from, to, holidays = [] } = JSON.parse(line);
  const free = new Set(holidays);
  let days = 0;
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0 && !free.has(day.toISOString().slice(0, 10))) days += 1;
  }
  console.log(JSON.stringify({ days }));
});
