using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Reporting;
using Advisor.Reporting.Terminal;
using Advisor.Web.Shared;

namespace Advisor.Web.Reports;

/// <summary>Report of a window: cost, risk, every recommendation with its chart, alerts and changes.</summary>
public sealed partial class ReportPage : ViewComponent<PeriodReport>
{
    // Each has a chart of 20 KB: with 700 of them a file of 18 MB, which takes 200 MB to render, and no one reads.
    private const int MaxSections = 100;

    private IReadOnlyList<(ResourceReport Resource, UsageSummary Usage)> AtRisk { get; set; } = [];

    private IReadOnlyList<ResourceReport> Recommended { get; set; } = [];

    private IReadOnlyList<ResourceReport> OthersAtRisk { get; set; } = [];

    private IEnumerable<string> Notes =>
        ReportText
            .ListFailuresAndNotes(Model.Evaluation)
            .Append(
                Model.Changes is null
                    ? "Changes, past alerts and the start times of alerts are in Advisor's state, which this report did not read."
                    : ""
            )
            .Where(note => note.Length > 0);

    private IEnumerable<Fact> Tiles
    {
        get
        {
            var (evaluation, cost, atRisk) = (Model.Evaluation, Model.Evaluation.ComputeCost(), AtRisk.Count);
            var firing = Model.Alerts.Count(alert => alert.IsFiring);
            yield return new("Resources", Wording.FormatNumber(evaluation.Resources.Count));
            yield return new("Cost a month", cost is null ? "unknown" : Wording.FormatAmount(cost.Today.Total));
            yield return new("Cost, as recommended", cost is null ? "unknown" : Wording.FormatAmount(cost.After.Total))
            {
                Detail = CostPhrases.FormatChange(evaluation),
                Tone = cost is { Change.Amount: < 0 } ? Tone.Good : Tone.Neutral,
            };
            yield return new("At risk in the window", Wording.FormatNumber(atRisk)) { Tone = atRisk > 0 ? Tone.Bad : Tone.Good };
            yield return new("Alerts firing", Wording.FormatNumber(firing))
            {
                Tone = firing > 0 ? Tone.Warning : Tone.Good,
                Detail = Model.Changes is null
                    ? null
                    : $"{Wording.FormatNumber(Model.Alerts.Count(alert => alert.HasFired))} fired in the window",
            };
        }
    }

    private bool HasHistory => Model.Changes is not null;

    private string NoAlert => !HasHistory ? "No alert is pending or firing." : "No alert fired in the window, and none is pending.";

    // Once: each looks at every point of every resource.
    protected override void OnParametersSet()
    {
        AtRisk = Model.FindAtRisk();
        Recommended = [.. Model.Evaluation.Shown.Where(resource => resource.HasRecommendation)];
        OthersAtRisk = [.. AtRisk.Select(found => found.Resource).Where(resource => !resource.HasRecommendation)];
    }

    private static SizeView CreateSize(ResourceReport resource) => new(resource.Sku, resource.Units);

    private static string FormatPeak(ResourceReport resource) =>
        UsageSummary.Compute(resource.Usage).Peak is { } peak ? PeriodPhrases.FormatPeak(peak) : "no data";

    private static Tone GetTone(ReportedAlert alert) =>
        alert.Severity switch
        {
            AlertSeverity.Critical or AlertSeverity.Error => Tone.Bad,
            AlertSeverity.Warning => Tone.Warning,
            _ => Tone.Neutral,
        };
}
