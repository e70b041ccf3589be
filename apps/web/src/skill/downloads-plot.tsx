import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { countText, Day, plural } from "../figures.tsx";
import type { SkillDownloads } from "../registry-api.ts";

const WIDTH = 720;
const HEIGHT = 96;
/** So that a line at the top or the bottom is drawn whole. */
const EDGE = 2;
const WEEK = 7;

type Days = SkillDownloads["days"];

/** Downloads by day as a line over an area; the table below says the same by week. */
export function DownloadsPlot({ downloads }: { downloads: SkillDownloads }) {
  const { days } = downloads;
  const most = busiest(days);
  if (most === null) return <p class="empty">It was not downloaded in the last {days.length} days.</p>;
  const total = sumOf(days);
  return (
    <figure class="plot">
      <Line
        days={days}
        label={`${countText(total)} downloads in ${days.length} days, at most ${countText(most.count)} on one`}
      />
      <p class="plot-ends" aria-hidden="true">
        <Day at={days[0]?.day} />
        <Day at={days.at(-1)?.day} />
      </p>
      <figcaption>
        {plural(total, "download")} in {days.length} days; the most on one day: {countText(most.count)},{" "}
        <Day at={most.day} />.
      </figcaption>
      <details>
        <summary>By week, as a table</summary>
        <table class="facts">
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Downloads</th>
            </tr>
          </thead>
          <tbody>
            {weeksOf(days).map((week) => (
              <tr>
                <th scope="row">
                  <Day at={week[0]?.day} />
                </th>
                <td data-label="To">
                  <Day at={week.at(-1)?.day} />
                </td>
                <td data-label="Downloads" class="figure">
                  {countText(sumOf(week))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** The line alone, for a place where the numbers stand beside it. */
export function Line({ days, label }: { days: Days; label: string }) {
  const paths = pathsOf(days.map(({ count }) => count));
  return (
    <svg class="plot-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="area" d={paths.area} />
      <path class="line" d={paths.line} />
    </svg>
  );
}

/** A line through counts, from the left edge to the right one, and the area below it; the highest touches the top. */
export function pathsOf(counts: readonly number[]): { line: string; area: string } {
  const across = scaleLinear([0, Math.max(1, counts.length - 1)], [0, WIDTH]);
  const up = scaleLinear([0, Math.max(1, ...counts)], [HEIGHT - EDGE, EDGE]);
  const x = (_count: number, at: number): number => across(at);
  const shapes = {
    line: line<number>().digits(1).x(x).y(up),
    area: area<number>().digits(1).x(x).y0(HEIGHT).y1(up),
  };
  return { line: shapes.line(counts) ?? "", area: shapes.area(counts) ?? "" };
}

const sumOf = (days: Days): number => days.reduce((sum, { count }) => sum + count, 0);

function busiest(days: Days): Days[number] | null {
  const most = days.reduce<Days[number] | null>(
    (best, one) => (best === null || one.count > best.count ? one : best),
    null,
  );
  return most === null || most.count === 0 ? null : most;
}

/** Weeks that end today, the newest first. */
function weeksOf(days: Days): Days[] {
  const weeks: Days[] = [];
  for (let end = days.length; end > 0; end -= WEEK) weeks.push(days.slice(Math.max(0, end - WEEK), end));
  return weeks;
}
