using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Reporting;
using Advisor.Service.Costs;
using Advisor.Web.Dashboard;
using Advisor.Web.Service;
using Advisor.Web.Shared;

namespace Advisor.Web.Fleet;

/// <summary>Builds the page of the fleet.</summary>
internal static class FleetPages
{
    private const string Utilization = "Utilization, % of target";

    // What a page begins with: more than a window shows. Its module fetches the others once the page is usable.
    private const int FirstRows = 150;

    private static readonly (string Key, string Name, string? Class, string? Hint, string? Group)[] Columns =
    [
        ("name", "Resource", "name", null, null),
        ("state", "State", null, null, null),
        ("size", "Size", "n", "Current tier and units", null),
        ("serverLoad", "Load", "n", "Server load", Utilization),
        ("connections", "Conn.", "n", "Connections", Utilization),
        ("inbound", "In", "n", "Inbound traffic", Utilization),
        ("outbound", "Out", "n", "Outbound traffic", Utilization),
        ("routing", "Rout.", "n", "Message routing", Utilization),
        ("required", "Required", "n", "Units needed to stay within every target", null),
        ("week", "7 days", null, "Units needed in the last 7 days; the line is the current size. Sorted by peak", null),
        ("recommendation", "Recommendation", null, null, null),
        ("cost", "Cost", "n", "Monthly cost of the current size", null),
        ("change", "After", "n", "Monthly cost of the recommended size; sorted by savings", null),
        ("confidence", "Conf.", "n", "Confidence of the decision", null),
        ("alerts", "Alerts", "n", "Firing alerts", null),
        ("age", "Data", "n", "Age of the newest metrics", null),
    ];

    /// <summary>
    /// Reads the fleet, including resources that are listed and not yet evaluated, and returns the view selected by a query.
    /// </summary>
    public static async Task<FleetView> ReadAsync(DashboardContext context, FleetQuery query, CancellationToken cancellation)
    {
        var (service, now) = (await context.Dependencies.ReadServiceAsync(cancellation), context.Dependencies.Now);
        var known = await KnownFleet.ReadAsync(service.State, now, cancellation);
        await (service.Costs?.LoadAsync(now, cancellation) ?? Task.CompletedTask);
        return BuildView(
            await ServiceNotices.ReadAsync(service.State, service.Options.Interval, now, cancellation),
            FleetEntry.ListAll(known, now),
            known.ListRegions(service),
            await known.ComputeBudgetsAsync(service, now, cancellation),
            service.Costs,
            query,
            context,
            now
        );
    }

    private static FleetView BuildView(
        IReadOnlyList<string> notices,
        FleetEntry[] fleet,
        IReadOnlyList<FleetRegion> regions,
        IReadOnlyList<BudgetUse> budgets,
        CostBook? costs,
        FleetQuery query,
        DashboardContext context,
        DateTimeOffset now
    )
    {
        var path = context.Root;
        var chosen = query.Apply(fleet).ToList();
        var shown = query.IsWhole ? chosen.Count : Math.Min(chosen.Count, FirstRows);
        var all = Wording.FormatCount(fleet.Length, "resource");
        return new FleetView(
            notices,
            context.ServicePath,
            FleetTiles.Create(fleet, regions, budgets, costs),
            FleetWaiting.BuildView(fleet, context),
            path,
            query.Search,
            query.Sort,
            CreateFilters(fleet, query),
            [
                .. Columns.Select(c => new FleetColumn(
                    c.Name,
                    query.CreateSortAddress(path, c.Key),
                    query.FindSortDirection(c.Key),
                    c.Class,
                    c.Hint,
                    c.Group
                )),
            ],
            FleetGroups.Create(
                chosen,
                query.Group,
                shown,
                budgets,
                entry => FleetTableRows.Create(entry, context.CreateResourceAddress(entry.Id), now)
            ),
            chosen.Count == fleet.Length ? all : $"{Wording.FormatNumber(chosen.Count)} of {all}",
            new LinkedText("CSV", query.CreateViewAddress(context.ExportPath)),
            shown == chosen.Count
                ? null
                : new LinkedText($"Show all {Wording.FormatCount(chosen.Count, "resource")}", query.CreateWholeAddress(path)),
            shown > 0 ? null
                : fleet.Length > 0 ? "No resources match. Clear the search or change the filters."
                : "No resources yet. The first tick discovers those in the scope."
        );
    }

    private static List<FleetFilter> CreateFilters(IReadOnlyList<FleetEntry> fleet, FleetQuery query)
    {
        var states = Enum.GetValues<FleetEntryState>()
            .Select(state => (Name: state.ToCamelCase(), Text: DescribeState(state), Count: fleet.Count(entry => entry.IsIn(state))));
        var filters = new List<FleetFilter>
        {
            new(
                "state",
                "State",
                [
                    new("", "All states", query.State.Length == 0),
                    .. states.Select(state => CreateChoice(state.Name, $"{state.Text} ({Wording.FormatNumber(state.Count)})", query.State)),
                ]
            ),
        };
        Add("subscription", "Subscription", "All subscriptions", query.Subscription, entry => entry.Subscription);
        Add("team", "Team", "All teams", query.Team, entry => entry.Team);
        filters.Add(FleetGroups.CreateFilter(query.Group));
        return filters;

        void Add(string field, string name, string all, string chosen, Func<FleetEntry, string> value)
        {
            var values = fleet.Select(value).Where(text => text.Length > 0).Distinct().Order(StringComparer.OrdinalIgnoreCase).ToList();
            if (values.Count > 1 || chosen.Length > 0)
            {
                filters.Add(
                    new(field, name, [new("", all, chosen.Length == 0), .. values.Select(text => CreateChoice(text, text, chosen))])
                );
            }
        }
    }

    internal static FilterChoice CreateChoice(string value, string text, string chosen) =>
        new(value, text, value.Equals(chosen, StringComparison.OrdinalIgnoreCase));

    internal static string DescribeRecommendation(FleetEntry entry) =>
        entry.Evaluation?.Recommended is not { } size ? FleetText.Unknown
        : entry is { IsRecommended: false, Evaluation.IsChanging: true } ? "Change in progress"
        : !entry.IsRecommended ? "No change" + DescribeWhyNot(entry)
        : !size.HasSkuOf(entry.Size) ? $"Change tier to {FleetText.FormatSize(size)}"
        : size.Units > entry.Units ? $"Scale out to {size.Units}"
        : $"Scale in to {size.Units}" + BelowRequirement.Describe(entry.RequiredUnits ?? 0, size.Units, entry.Evaluation.Reasons);

    // A resource at risk whose size stays says why, where it stands.
    private static string DescribeWhyNot(FleetEntry entry) =>
        entry is not { State: FleetEntryState.AtRisk, Evaluation: { } record } ? ""
        : entry.Obstacle is { } why ? ": " + why
        : entry.IsBeyondAnySize ? ": no size is large enough"
        : record.IsAboveTarget() ? $": {(entry.IsFull ? "at least " : "")}{entry.RequiredUnits:0.##} required of {entry.Units}"
        : ": the size is enough, a critical alert is firing";

    internal static Tone GetTone(FleetEntryState state) =>
        state switch
        {
            FleetEntryState.Failed or FleetEntryState.AtRisk => Tone.Bad,
            FleetEntryState.NoData => Tone.Warning,
            FleetEntryState.Changing or FleetEntryState.Approval or FleetEntryState.Recommendation => Tone.Active,
            _ => Tone.Good,
        };

    internal static string DescribeState(FleetEntryState state) =>
        state switch
        {
            FleetEntryState.AtRisk => "At risk",
            FleetEntryState.NoData => "Data problem",
            FleetEntryState.Ok => "OK",
            _ => state.ToString(),
        };
}
