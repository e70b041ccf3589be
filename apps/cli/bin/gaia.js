#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { launch } from "./launch.js";

await launch("gaia", fileURLToPath(import.meta.url), () => import("../src/main.ts"));
