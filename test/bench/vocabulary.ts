/** Words that made-up skills are named, described and tagged with. */

export const ACTIONS =
  "search extract convert summarize translate review validate format schedule monitor deploy analyze compare merge split generate transcribe annotate classify rename archive sync import export backup lint profile trace mock scrape crawl index rank tag redact encrypt sign verify audit budget forecast reconcile route notify triage label plot render resize crop caption dub clean deduplicate normalize".split(
    " ",
  );

export const SUBJECTS =
  "web pdf invoice calendar email spreadsheet contract receipt image video audio podcast meeting note markdown changelog commit branch issue ticket pipeline container cluster database schema query table report dashboard metric log alert incident runbook policy license dependency package secret certificate domain network firewall router sensor robot drone camera map address weather traffic flight hotel recipe workout medication claim payroll expense budget portfolio order shipment warehouse catalog review survey resume job course quiz lecture paper citation genome protein molecule dataset model prompt embedding benchmark notebook terminal shell browser desktop window clipboard screenshot font color icon slide diagram".split(
    " ",
  );

export const SETTINGS =
  "team offline fast local batch smart daily bulk live secure simple deep legacy mobile cloud private public nightly multilingual streaming".split(
    " ",
  );

export const TAGS =
  "productivity documents finance devops security data-science media research travel health education writing automation monitoring testing design legal sales support robotics geospatial chemistry biology networking databases frontend backend mobile accessibility translation".split(
    " ",
  );

export const FORMATS = ["csv", "json", "yaml", "html", "xlsx", "parquet", "sqlite", "png", "mp4", "wav"];
