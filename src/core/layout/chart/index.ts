// Charts: series of numbers → a drawing with axes, a legend and numbers.

export { buildChart } from "./build-chart.ts";
