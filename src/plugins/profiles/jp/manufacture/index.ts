// 検査成績書, 生産計画表: what quality and planning expect; no statute fixes these forms.
import { defineProfile, type LegalBasis, type Rule } from "../../../../core/sdk/index.ts";
import { itemRule } from "../items/item-rule.ts";
import { titleRule } from "../items/title-rule.ts";
import { calendarDays } from "../reading/calendar-days.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { partiesInPlace } from "../reading/parties.ts";
import { columnsShown, sampleOfLot } from "./rules/columns.ts";
import { pagesIdentified, verdictFollows } from "./rules/inspection.ts";
import { legendColours } from "./rules/legend-colours.ts";
import { barsInPlan, legendShown, planDated } from "./rules/schedule.ts";
import { daysUnderHeadings } from "./rules/schedule-days.ts";
import { valuesWithinLimits } from "./rules/tolerance.ts";

const REPORT: LegalBasis = { law: "JIS Q 17025", article: "7.8.2.1", url: "https://www.jisc.go.jp/" };
/** Statements of conformity: what was measured, against what, and whether it passes. */
const CONFORMITY: LegalBasis = { law: "JIS Q 17025", article: "7.8.6", url: "https://www.jisc.go.jp/" };
const RELEASE: LegalBasis = { law: "JIS Q 9001", article: "8.6", url: "https://www.jisc.go.jp/" };

function reported(id: string, item: string, ...roles: readonly string[]): Rule {
  return itemRule({ id, item, roles, basis: [REPORT] });
}

/** Of a list whose every line has one. */
function reportedOfLines(id: string, item: string, ...roles: readonly string[]): Rule {
  return itemRule({ id, item, roles, basis: [REPORT], ofEachLine: true });
}

function usual(id: string, item: string, ...roles: readonly string[]): Rule {
  return itemRule({ id, item, roles, basis: [], severity: "warning" });
}

export const inspectionReport = defineProfile({
  name: "jp.inspection-report",
  sdk: 1,
  title: "検査成績書",
  documentKinds: ["inspection-report"],
  papers: ["検査成績書", "検査成績表"],
  dateRoles: ["inspection.date", "document.issueDate"],
  rules: [
    titleRule(/検\s*査|試\s*験|成\s*績/, "検査成績書"),
    reported("number", "the report's number (報告書番号)", "document.number"),
    reported("date", "the day of inspection or issue (検査日)", "inspection.date", "document.issueDate"),
    reported("issuer-name", "who inspected (製造者・検査機関)", "issuer.name"),
    usual("recipient-name", "whom it is for (納入先)", "recipient.name"),
    reported("product", "what was inspected (品名・図番)", "inspection.product"),
    usual("lot", "its lot (ロット番号)", "inspection.lot"),
    usual("sample", "how many were measured (抜取数)", "inspection.sampleSize"),
    reportedOfLines("item", "what was measured (検査項目)", "inspection.item"),
    usual("instrument", "what it was measured with (測定器具)", "inspection.instrument"),
    reportedOfLines("results", "the result of each item (判定)", "inspection.itemResult", "inspection.value"),
    itemRule({
      id: "verdict-shown",
      item: "the verdict (総合判定)",
      roles: ["inspection.verdict"],
      basis: [CONFORMITY],
    }),
    columnsShown(CONFORMITY),
    sampleOfLot,
    itemRule({
      id: "release",
      item: "who releases it (承認者)",
      roles: ["inspection.approver"],
      basis: [RELEASE],
    }),
    verdictFollows,
    valuesWithinLimits,
    pagesIdentified,
    calendarDays(),
    labelOfValue,
    partiesInPlace,
  ],
});

export const productionSchedule = defineProfile({
  name: "jp.production-schedule",
  sdk: 1,
  title: "生産計画・工程表",
  documentKinds: ["schedule"],
  papers: ["生産計画表", "工程表"],
  rules: [
    titleRule(/計\s*画|工\s*程|日\s*程/, "生産計画表, 工程表"),
    usual("subject", "what is planned (件名)", "document.subject"),
    usual("as-of", "the day of the plan (作成日・基準日)", "document.issueDate"),
    usual("author", "who made it (作成者)", "issuer.person"),
    usual("period", "the period of the plan (計画期間)", "schedule.from"),
    usual("period-end", "the end of the plan (計画期間の終わり)", "schedule.to"),
    usual("resource", "where it is made (ライン・工程)", "schedule.resource"),
    usual("order", "what is made (製造指図)", "schedule.order"),
    usual("bars-shown", "when work starts and ends (着手・完了)", "schedule.start", "schedule.end"),
    barsInPlan,
    ...[planDated, legendShown, legendColours, daysUnderHeadings, calendarDays()],
  ],
});
