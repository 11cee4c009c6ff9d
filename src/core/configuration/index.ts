// Configuration: environment variables → one validated, typed configuration, or one sentence that says what to mend.
export {
  baseUrlOf,
  type Configuration,
  type ConfigurationReading,
  isFirstLook,
  readConfiguration,
} from "./configuration.ts";
export { makeDataFolder } from "./data-folder.ts";
export { plansTable, settingsTable } from "./documentation.ts";
