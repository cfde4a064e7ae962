using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Reporting;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Web.Fleet;
using Advisor.Web.Rules;
using Advisor.Web.Shared;

namespace Advisor.Web.Resource;

/// <summary>Builds the page of a resource.</summary>
internal static class ResourceDetailPages
{
    /// <param name="act">Actions of the reader; null when there are none.</param>
    public static ResourceDetailView BuildView(
        ResourceOverview detail,
        ChartView chart,
        ResourceActions? act,
        RuleLinks links,
        DateTimeOffset now
    )
    {
        var (entry, record) = (detail.Entry, detail.Entry.Evaluation);
        var ways = ReadAlternatives(detail.Details, record?.CostNow);
        return new ResourceDetailView(
            CreateTiles(entry, now),
            CreateFacts(detail, record),
            chart,
            record is null ? null : CreateDecision(entry, record, detail.Details, ways),
            record?.Problem,
            Wording.FormatCount(entry.Units, "unit"),
            record is null ? [] : LimitRows.Create(entry, record, detail.Details, links),
            record is null ? null : SizeRows.Create(entry, record, detail.Details, links),
            DescribeMissingSizes(entry, record, links),
            [.. ListAlternatives(ways)],
            [.. detail.Alerts.Select(alert => CreateAlert(alert, act))],
            act?.Recommendation,
            act?.Approval,
            CreatePause(detail, record, act, now),
            [.. detail.Decisions.Select(ResourcePages.RenderDecision)],
            [.. detail.Changes.Select(ResourcePages.RenderChange)]
        );
    }

    private static List<FleetTile> CreateTiles(FleetEntry entry, DateTimeOffset now)
    {
        var record = entry.Evaluation;
        return
        [
            new("State", FleetPages.DescribeState(entry.State), entry.StateReason, FleetPages.GetTone(entry.State)),
            new("Current units", Wording.FormatNumber(entry.Units), entry.Sku),
            new(
                "Units required",
                FleetText.FormatRequired(entry),
                entry.LimitingFactor == Limit.None
                    ? null
                    : $"limiting factor: {FleetText.FormatLimit(entry.LimitingFactor).ToLowerInvariant()}"
            ),
            new(
                "Cost a month",
                record?.CostNow is { } cost ? Wording.FormatAmount(new Money(cost.Total, cost.Currency)) : FleetText.Unknown,
                FindChange(entry, record) is { } change ? $"{Wording.FormatChange(change)} as recommended" : "at the current size"
            ),
            new("Confidence", FleetText.FormatPercent(record?.Confidence), "of the decision"),
            new("Data", FleetText.FormatAge(record?.DataAt, now), record is null ? null : DescribeMinute(record, now)),
        ];
    }

    private static Fact[] CreateFacts(ResourceOverview detail, EvaluationRecord? record) =>
        [
            new("Resource id", detail.Resource.Id),
            new("Service", detail.Resource.Service == ServiceKind.WebPubSub ? "Web PubSub" : "SignalR"),
            new("Region", detail.Resource.Region),
            new("Mode", record?.Mode?.ToCamelCase()),
            new("Team", record?.Team),
            new("State in Azure", detail.Resource.ProvisioningState is { Length: > 0 } state ? state : null),
            new("Load", detail.Details?.Load),
            new("Cost per", detail.Details?.CostRates),
            new("Cost this month", detail.Details?.Month),
            .. (record?.PastCost is { } past ? ActualCostText.ListFacts(past) : []).Select(fact => new Fact(fact.Name, fact.Text)),
            Fact.CreateTime("Listed at", detail.ListedAt),
            Fact.CreateTime("Evaluated at", record?.At),
        ];

    // Tiles, decision and arithmetic are those of one minute, which is named.
    private static string DescribeMinute(EvaluationRecord record, DateTimeOffset now) =>
        (record.DataAt is { } at ? $"minute {at.UtcDateTime.ToString("HH:mm")} UTC, " : "")
        + $"evaluated {FleetText.DescribeAge(record.At, now)}";

    private static DecisionView CreateDecision(
        FleetEntry entry,
        EvaluationRecord record,
        EvaluationDetails? details,
        IReadOnlyList<Alternative> ways
    ) =>
        new(
            FleetPages.DescribeRecommendation(entry)
                + (entry.IsRecommended ? AlternativeText.DescribeCheaper(ways) : "")
                + DescribeOutcome(record),
            [.. record.Reasons.Select(reason => reason.Text)],
            DescribeCost(entry, record),
            entry.IsRecommended ? DroppedConnections.Describe(entry.Size, record.Recommended!.Value, record.DropRatio) : null,
            FindCommand(entry, record),
            FleetText.FormatPercent(record.Confidence),
            details?.ConfidenceFactors ?? []
        );

    // Where Advisor makes the change, or waits for an approval, a change by hand would come on top.
    private static string? FindCommand(FleetEntry entry, EvaluationRecord record) =>
        entry.IsRecommended
        && record.Action != ScalingAction.Advise
        && record.Outcome is null or AuditOutcome.Recommended or AuditOutcome.Observed or AuditOutcome.Snoozed or AuditOutcome.Declined
            ? ResizeCommand.Create(record.ResourceId, record.Recommended!.Value)
            : null;

    private static string? DescribeCost(FleetEntry entry, EvaluationRecord record) =>
        FindChange(entry, record) is { } change && record is { CostNow: { } now, CostAfter: { } after }
            ? $"{Wording.FormatAmount(new Money(now.Total, now.Currency))} a month now, "
                + $"{Wording.FormatAmount(new Money(after.Total, after.Currency))} as recommended "
                + $"({Wording.FormatChange(change)})"
                + (EvaluationPrices.Summarize([record]) is { } prices ? $", at {prices}" : "")
            : null;

    // The difference of the two amounts as they are shown.
    private static Money? FindChange(FleetEntry entry, EvaluationRecord? record) =>
        entry.IsRecommended ? CostText.RoundChange(record!.CostNow?.ToMonthlyCost(), record.CostAfter?.ToMonthlyCost()) : null;

    private static string DescribeOutcome(EvaluationRecord record) =>
        record.Outcome switch
        {
            null or AuditOutcome.Held => "",
            { } outcome => $" ({outcome.Describe()})",
        };

    // The headline first, then the others from the cheapest on.
    private static IEnumerable<AlternativeRow> ListAlternatives(IReadOnlyList<Alternative> ways) =>
        ways.OrderBy(way => !ReferenceEquals(way, AlternativeText.FindHeadline(ways)))
            .Select(way => new AlternativeRow(
                AlternativeText.FormatName(way),
                AlternativeText.FormatPrice(way),
                Wording.JoinWords(way.Requirements) is { Length: > 0 } requires
                    ? $"Requires {requires}{(way.ChangesApp ? "." : "; no change to the app.")}"
                    : null
            ));

    private static IReadOnlyList<Alternative> ReadAlternatives(EvaluationDetails? details, EvaluationCost? now) =>
        [
            .. (details?.Alternatives ?? []).Select(stored =>
            {
                var cost = stored.Cost?.ToMonthlyCost();
                return new Alternative(stored.Kind, stored.Text, stored.Sku, stored.Units, stored.Instances, cost)
                {
                    Requirements = stored.Demands.Length > 0 ? [stored.Demands] : [],
                    Change = CostText.RoundChange(now?.ToMonthlyCost(), cost),
                };
            }),
        ];

    // A pause in the settings is known as of the newest evaluation; one set by a person takes effect immediately.
    private static PauseView CreatePause(ResourceOverview detail, EvaluationRecord? record, ResourceActions? act, DateTimeOffset now)
    {
        if (detail.Pause is { } pause)
        {
            var isOwn = detail.OwnPause is not null;
            return new(
                (
                    pause.Units is { } units
                        ? $"Pinned at {Wording.FormatCount(units, "unit")}"
                        : $"Paused: {new ResourcePause(pause.Scaling, "").Directions}"
                )
                    + (pause.Until is { } end ? $", until {Wording.FormatEnd(end, now)}." : ".")
                    + (isOwn ? "" : $" Set by {pause.Author} for {ResourceIds.GetName(pause.ResourceId)}; resume scaling there."),
                isOwn ? [new("By", pause.Author), Fact.CreateTime("Since", pause.At), new("Reason", pause.Reason)] : [],
                act?.Pause
            );
        }
        var (settings, by) = (record?.Paused, "by its settings or the tag advisor-pause, or until the next evaluation");
        return new(settings is { } scaling ? $"Paused: {new ResourcePause(scaling, "").Directions}, {by}." : null, [], act?.Pause);
    }

    // Why sizes cannot be compared: what is missing, and since when.
    private static string DescribeMissingSizes(FleetEntry entry, EvaluationRecord? record, RuleLinks links) =>
        record is null ? "Not evaluated yet."
        : record.State == EvaluationState.Failed ? "The newest evaluation failed. Sizes are compared again after the next success."
        : links.Rules.GetCatalog(record.GetServiceKind()).Find(entry.Sku) is null ? $"The rules have no SKU {entry.Sku}."
        : record.DataAt is not { } at
            ? "Azure has reported no metrics for this resource yet. Sizes require server load, connections or traffic."
        : $"The newest metrics, of {at.UtcDateTime.ToString("yyyy-MM-dd HH:mm")} UTC, have no usable server load, "
            + "connections or traffic. Sizes are compared again once one of them is reported.";

    // A worse alert suppresses by its id, which has a name on pages.
    private static string? DescribeSuppression(string? reason)
    {
        const string isFiring = " is firing";
        return reason?.EndsWith(isFiring, StringComparison.Ordinal) == true && reason[..^isFiring.Length].All(char.IsAsciiLetter)
            ? $"{PeriodPhrases.FormatAlertName(reason[..^isFiring.Length])}{isFiring}"
            : reason;
    }

    private static AlertRow CreateAlert(Alert alert, ResourceActions? act) =>
        new(
            PeriodPhrases.FormatAlertName(alert.Id),
            alert.Severity.FormatName(),
            alert is { IsFiring: true, Severity: AlertSeverity.Critical } ? Tone.Bad
                : alert.IsFiring ? Tone.Warning
                : Tone.Neutral,
            alert.Phase == AlertPhase.NoData ? "without metrics" : alert.Phase.FormatName(),
            alert.Since,
            DescribeSuppression(alert.SuppressedBy),
            act?.FindSilencePath(alert.Id)
        );
}
