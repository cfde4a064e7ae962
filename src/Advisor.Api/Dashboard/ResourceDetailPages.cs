using Advisor.Api.Pages;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Pages.Fleet;
using Advisor.Pages.Resources;
using Advisor.Pages.Shared;
using Advisor.Reporting.Json;
using Advisor.State.Resources;

namespace Advisor.Api.Dashboard;

/// <summary>Builds the page of a resource.</summary>
internal static class ResourceDetailPages
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    /// <param name="act">Actions of the reader; null when there are none.</param>
    public static ResourceDetailView View(ResourceOverview detail, ChartView chart, ResourceActions? act, RuleSet rules, DateTimeOffset now)
    {
        var (entry, record) = (detail.Entry, detail.Entry.Evaluation);
        return new ResourceDetailView(
            CreateTiles(entry, now),
            CreateFacts(detail, record),
            chart,
            record is null ? null : FleetPages.DescribeRecommendation(entry) + DescribeOutcome(record),
            record?.Problem,
            [.. (record?.Reasons ?? []).Select(reason => reason.Text)],
            record is null ? [] : CreateLimits(entry, record),
            record is null ? [] : CreateSizes(entry, record, rules),
            [.. detail.Alerts.Select(alert => CreateAlert(alert, act))],
            act?.Recommendation,
            act?.Approval,
            [.. detail.Decisions.Select(ResourcePages.RenderDecision)],
            [.. detail.Changes.Select(ResourcePages.RenderChange)]
        );
    }

    private static List<FleetTile> CreateTiles(FleetEntry entry, DateTimeOffset now)
    {
        var record = entry.Evaluation;
        return
        [
            new("State", FleetPages.NameOf(entry.State), entry.StateReason, FleetPages.ToneOf(entry.State)),
            new("Units in force", Wording.Number(entry.Units), entry.Sku),
            new(
                "Units required",
                FleetText.Number(entry.RequiredUnits),
                entry.LimitingFactor == Limit.None
                    ? null
                    : $"limiting factor: {FleetText.LimitName(entry.LimitingFactor).ToLowerInvariant()}"
            ),
            new(
                "Cost a month",
                record?.CostNow is { } cost ? Wording.Amount(new Money(cost.Total, cost.Currency)) : FleetText.Unknown,
                entry.CostChange is { } change
                    ? $"{Wording.Change(new Money(change, record!.CostNow!.Currency))} as recommended"
                    : "the size in force"
            ),
            new("Confidence", FleetText.Percent(record?.Confidence), "of the decision"),
            new("Data", FleetText.Age(record?.DataAt, now), record is null ? null : $"evaluated {FleetText.Age(record.At, now)} ago"),
        ];
    }

    private static Fact[] CreateFacts(ResourceOverview detail, EvaluationRecord? record) =>
        [
            new("Resource id", detail.Resource.Id),
            new("Service", detail.Resource.Service == ServiceKind.WebPubSub ? "Web PubSub" : "SignalR"),
            new("Region", detail.Resource.Region),
            new("Mode", record?.Mode?.ToString().ToLowerInvariant()),
            new("Paused", record?.Paused?.ToString()),
            new("Team", record?.Team),
            new("State in Azure", detail.Resource.ProvisioningState is { Length: > 0 } state ? state : null),
            Fact.Time("Listed at", detail.ListedAt),
            Fact.Time("Evaluated at", record?.At),
        ];

    private static string DescribeOutcome(EvaluationRecord record) =>
        record.Outcome switch
        {
            null or "held" => "",
            "awaitingApproval" => " (waiting for approval)",
            "dryRun" => " (dry run)",
            { } outcome => $" ({outcome})",
        };

    private static IReadOnlyList<LimitRow> CreateLimits(FleetEntry entry, EvaluationRecord record) =>
        [
            .. FleetEntry
                .Limits.Where(limit => record.Utilization.ContainsKey(limit) || record.RequiredUnits.ContainsKey(limit))
                .Select(limit =>
                {
                    var used = record.Utilization.TryGetValue(limit, out var known) ? known : (double?)null;
                    return new LimitRow(
                        limit.WireName(),
                        FleetText.LimitName(limit),
                        new UtilizationCell(used, entry.LimitingFactor == limit),
                        FleetText.Percent(used),
                        $"× {Wording.Number(entry.Units)}",
                        record.RequiredUnits.TryGetValue(limit, out var units) ? FigureOf(units) : FleetText.Unknown
                    );
                }),
        ];

    // The current and the recommended size, with their neighbors on the ladder.
    private static IReadOnlyList<SizeRow> CreateSizes(FleetEntry entry, EvaluationRecord record, RuleSet rules)
    {
        var service = record.Service == "webpubsub" ? ServiceKind.WebPubSub : ServiceKind.SignalR;
        if (rules.Catalog(service).Find(entry.Sku)?.Ladder is not { } ladder || entry.RequiredUnits is not { } required)
        {
            return [];
        }

        var recommended =
            entry.Evaluation!.RecommendedSku?.Equals(entry.Sku, StringComparison.OrdinalIgnoreCase) == true
                ? record.RecommendedUnits
                : null;
        var expected = record
            .Forecast.Where(forecast => forecast.Horizon <= Hour)
            .Select(forecast => (double?)forecast.Upper)
            .LastOrDefault();
        int?[] named = [entry.Units, recommended];
        var sizes = named
            .OfType<int>()
            .SelectMany(units => new[] { ladder.Previous(units), units, ladder.Next(units) })
            .OfType<int>()
            .Distinct()
            .Order();
        var price = record.CostNow is { } cost && entry.Units > 0 ? cost.Units / entry.Units : (decimal?)null;
        return
        [
            .. sizes.Select(units => new SizeRow(
                FleetText.Size(entry.Sku, units),
                Wording.Percent(required / units),
                ToneOf(required / units),
                FleetText.Percent(expected / units),
                ToneOf(expected / units),
                FleetText.Amount(price * units + (record.CostNow?.Messages ?? 0)),
                units == entry.Units || price is null
                    ? ""
                    : Wording.Change(new Money(price.Value * (units - entry.Units), record.CostNow!.Currency)),
                units == entry.Units ? (recommended == units ? "in force, recommended" : "in force")
                    : units == recommended ? "recommended"
                    : null
            )),
        ];
    }

    private static Tone ToneOf(double? utilization) => utilization > 1 ? Tone.Bad : Tone.Neutral;

    private static string FigureOf(double units) => units.ToString("#,##0.00", System.Globalization.CultureInfo.InvariantCulture);

    private static AlertRow CreateAlert(Core.Alerting.ActiveAlert alert, ResourceActions? act) =>
        new(
            alert.Status.Id,
            alert.Status.Severity,
            alert.Status is { State: "firing", Severity: "critical" } ? Tone.Bad
                : alert.Status.State == "firing" ? Tone.Warning
                : Tone.Neutral,
            alert.Status.State,
            alert.Since,
            act?.FindSilencePath(alert.Status.Id)
        );
}
