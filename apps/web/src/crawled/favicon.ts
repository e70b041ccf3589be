import { createHash } from "node:crypto";
import type { Asked } from "../asked.ts";
import { guardHeaders } from "../respond.ts";

/** `browser/mark.svg` at 16 and 32 pixels, for what asks for no other icon. */
const ICON = [
  "AAABAAIAEBAAAAEAIABvAgAAJgAAACAgAAABACAAqQQAAJUCAACJUE5HDQoaCgAAAA1JSERSAAAAEAAAABAIBgAAAB/z/2EAAAIkSURBVHicfF",
  "NNaBNREJ73son9Mzcv9aJQqK1mvanHqtg2bQpeVDwIYg+C0kOL0poYWUm6oJBCRU/2KBXpQTzUaFW0IkhvNouREhFPXgRBrYnd7O747bYN6Wbr",
  "HPbtzPvmezPzvqfQdtajKWpLeJRJ2EZrxzTNnbaDYCIouH9w8qhkuidIdLk+MxWxXDLyycX/EnSeuNW+Q7GnED2DtDIx6SxgxNcAbQHk4Vo1dG",
  "Xlxfi3LQTdp7RIaDU8ihPTiDQx0UyFKf05n/zu7nfE9V3NxFlQDTNzBWkZo2JO0RvN8gjUAX0Wy1kmfiIcZ7zwLL0S1NqBwUyX5NBt/CaAfWA8",
  "TZ1TvB6Jo2AqIXCSAk2Tsf7IYWM++R7OUCyul1BF1N2RmxAMqo22sVg8fB+DWOzuyx7aaLwNvtxCUG8ucE+P1uQlD+g59H6BBL+jqPXBj1X8Ab",
  "U3s5eleLWzObyEUt+itTGEl8iKDBXnUqYf31BBYeH6VyyzOPU4yryJG1leNWVfYeHqHwqwGgGukDf+2MinLmImdzGZkm2bx768nPhZnwSkg32n",
  "RoDkX/i0o+THan+m041BdSOWXT1SfK792EyM9er7XIyLhfu7NgOr1TwPIS2vC0km1PjkTJnEjWKDkGgYd/4XYpowKtXc+uF1djCR3c22zNWkTD",
  "SNUiUSRzwpMz1as0JjDVL2W8NjIv7kCLr8cT712o8NJPCs/jmXzTuu7oNg/wAAAP//uwjIKgAAAAZJREFUAwBCDNSnI4M07AAAAABJRU5ErkJg",
  "golQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAABF5JREFUeJysV31oW1UUP/e+JO2qE3QDdZs62PCjNvGPgVMQaSu1TaZOsJvYFR",
  "UE/ymuVOaar3ZPSbK2KNTq/AAFsX6w+c9EmhjntPMLRAVJ0k5tFVHxY+pwpC5tkveuv1eaj77E9ibND5J37z33nvN759zz7rmc1gCHK7TTvuvw",
  "DloDGFWB69qDl1sVNiwEdTNGuiB6aUFJ+797R/2LKkRFBLY7x+rqWfJRTmwA3XXFMiHEHAkajM9nnqFJNSurU5qA3RXYzQQfxYqtK88UM7pGfY",
  "mob4JqQaCxfeh6C9fHMLPVJErB9aElJV4yeQQuiWay+iOnTwzMUDUEGtvVSyzcFsCMh9FVCnpJIO6vZTTRfzrq+80YM/aERaERSPZBxopIGKE4",
  "MpdRDv3wvvucHIE9x5Smf2d7IFDxu9gk/RzWe+ITnq/KKTMygglxBM2dxeMg/Td0DcQi6RehVv9fAo6O4G2Cs2cxeO0yBUQ/4cXcsbDnTZKA3R",
  "XsgjeG4Y0ttFzRFHT1xCPeUyUEmlzBvdjdR026FuOcPJ9+8sdJdZ4qwNZmtX59g+0AjPpBpK5YppO4NxH2HTPaltwgJ7rIpGN8IaO4vz3R/ytV",
  "gSXCAYdz+BUibQTt+8rZyhMQCC4rBOTjWNh7P9UAsUj/L3h0OZzBK4ixW3K2SgggGDxPhqiBqsCmO9WGDZr1ODHuKbNRCzqFnifAqUZo3KPaNm",
  "RtE9isbUwXpxzOwE0y62pEQOXKnO0oHNu82GV0Adx9QGalhWoAu8v6Mnx6d66PvP8imcp0y6yVJnDDHYHNus7e0DT+0HTUM5sbx+YaxSs/mJ+I",
  "XFdS6dtl01YqBIZx7JtPEd9bFS4+bGw/vN0YtzuD/XB1b962ED+TZm39elL9hyQh5QGRVXYTF1cZbePrZlH0SbsrNA63uwuT6E9Bekv8vcfOUA",
  "WQ8kDsXc9zsPB4YYRtLjaOtE1mdd6SiAx8TxVCOgtiYZ8KQ0Pmcbh9XjC9YzrqnqIqUFEaxsNeTzEJnMy60KkzMeH/jKpEgQACKLNgkYSg0cW6",
  "gHi3bOWDr6/IdxgXpQSKgPjuwJE6fk3b8KayJCLePmJ6s8zxjMNoC7LldUNnOXnhMGLiXHExg3Z3nVW7x+4MDSVT6RFzXsfD/o9oBRjnwkbNeh",
  "An4UHoWl7AwlaunS+1zsx8MHXpttZP4KobQWPj0rAVaddis/AHLru67fc/Zk4maFUIZnfW72vQlbdxvN5l6MhLiL7BX2ci4gsXXtSMNZRkxkUF",
  "j6eppCQTZxHtQ/ELtz1Pb+3VimU1KUqNOAvSjOzoWlaUwv+Y/oKmZQano+rZcnZWLcsdu4JNcNsYpraYRCnQMbKBw9X7qfSiclLTld7Vvg/SFx",
  "OHM9SJvHsKC65caZ5RwOKvF5lynCRQ8dVsnZjrY5wGyXwRIXEe3ngiRetHZyP7F2R1Vn05zV1EloZeZUi5WIUHUdUEcrB3hG4WXM8kwv4vqUr8",
  "BwAA///L9NmEAAAABklEQVQDAEx+u52wQFE7AAAAAElFTkSuQmCC",
].join("");

const bytes = Buffer.from(ICON, "base64");
const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;

export function favicon({ request, env }: Asked): Response {
  const headers = { ...guardHeaders(env.publicUrl), "cache-control": "public, max-age=86400", etag };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : bytes;
  return new Response(body, {
    headers: { ...headers, "content-type": "image/x-icon", "content-length": String(bytes.length) },
  });
}
