#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { launch } from "./launch.js";

await launch("skill-dev", fileURLToPath(import.meta.url), () => import("../src/program/skill-dev-main.ts"));
