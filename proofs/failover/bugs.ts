// Bugs that the proof of failovers must catch.
import type { Plant } from '../harness/plant.ts';

export const failoverBugs: Record<string, Plant> = {};
