using Advisor.Configuration.Reports;
using Advisor.Configuration.Resources;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Schedules;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Configuration;

/// <summary>Content of advisor.yaml, validated; <see cref="CreateDefault"/> without a file.</summary>
public sealed record AdvisorConfiguration
{
    /// <summary>Time for which schedules and events are expanded: the highest minimum of a week counts for the steady size.</summary>
    public static readonly TimeSpan ScheduleHorizon = TimeSpan.FromDays(7);

    internal static readonly IReadOnlyDictionary<string, int> NoLines = new Dictionary<string, int>();

    /// <summary>Rules, including the user's prices; use these instead of the ones passed to the loader.</summary>
    public required RuleSet Rules { get; init; }

    public AzureCloud Cloud { get; init; } = AzureCloud.Public;

    /// <summary>Resources to monitor; empty if the file states none.</summary>
    public FleetScope Scope { get; init; } = new();

    /// <summary>What the tags of resources may set.</summary>
    public TagTrust TrustTags { get; init; }

    /// <summary>Where the cost of past days comes from.</summary>
    public CostSource Costs { get; init; }

    public SettingsPatch Defaults { get; init; } = new();

    /// <summary>Line of each key of <see cref="Defaults"/>; empty if the file has none.</summary>
    public IReadOnlyDictionary<string, int> DefaultLines { get; init; } = NoLines;

    /// <summary>Settings of individual resources; a later entry overrides an earlier one.</summary>
    public ResourceEntries Resources { get; init; } = [];

    public IReadOnlyList<Schedule> Schedules { get; init; } = [];

    public IReadOnlyList<AnnouncedEvent> Events { get; init; } = [];

    /// <summary>Planned times without messages.</summary>
    public IReadOnlyList<MuteSchedule> Mutes { get; init; } = [];

    /// <summary>Maximum bill of a calendar month of all resources; null = none.</summary>
    public Money? MonthlyBudget { get; init; }

    public ChangeRateSettings ChangeRate { get; init; } = new();

    /// <summary>Channels, teams and routes; null if the file states none.</summary>
    public RoutingSettings? Routing { get; init; }

    /// <summary>Times of digests and limits of channels, for teams and channels that state none.</summary>
    public NotificationSettings Notifications { get; init; } = NotificationSettings.Default;

    /// <summary>Reports that are sent by mail; their channels and teams are those of <see cref="Routing"/>.</summary>
    public IReadOnlyList<ReportSettings> Reports { get; init; } = [];

    /// <summary>What the file states without effect, each with its place.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Creates the configuration without a file: recommendations only, and every default of the rules.</summary>
    public static AdvisorConfiguration CreateDefault(RuleSet rules) => new() { Rules = rules };

    /// <summary>
    /// Resolves the settings of a resource: its tags override the entries of the file, which override its defaults. Never throws.
    /// </summary>
    /// <param name="resource">Resource from discovery.</param>
    /// <param name="now">Start of the time for which schedules and events are expanded.</param>
    /// <param name="horizon">Length of that time; null = <see cref="ScheduleHorizon"/>.</param>
    public SettingsResult ResolveSettings(FleetResource resource, DateTimeOffset now, TimeSpan? horizon = null) =>
        ResolveSettings(resource.Id, resource.Service, resource.Tags, now, horizon);

    /// <inheritdoc cref="ResolveSettings(FleetResource, DateTimeOffset, TimeSpan?)"/>
    public SettingsResult ResolveSettings(
        string resourceId,
        ServiceKind service,
        IReadOnlyDictionary<string, string> tags,
        DateTimeOffset now,
        TimeSpan? horizon = null
    )
    {
        var (file, fromTags, problems) = ResolveLevels(resourceId, tags, now);
        var settings = DropInvalid(resourceId, service, file, fromTags.ApplyTo(file), problems, now);
        settings = settings with { MinSaving = ResolveMinSaving(settings.Team, resourceId, fromTags.MinSaving) };
        var windows = GetPlannedWindows(resourceId, now, horizon ?? ScheduleHorizon);
        windows = settings.Lead is { } lead ? [.. windows.Select(window => window with { Lead = window.Lead ?? lead })] : windows;
        return new SettingsResult(settings with { Windows = windows }, problems);
    }

    /// <summary>Resolves what the file states for a resource, and what its tags state and may set.</summary>
    internal (ResourceSettings File, SettingsPatch Tags, List<SettingsProblem> Problems) ResolveLevels(
        string resourceId,
        IReadOnlyDictionary<string, string> tags,
        DateTimeOffset now
    )
    {
        var file = Defaults.ApplyTo(ResourceSettings.Default);
        file = file with { Team = Routing?.FindTeam(tags) ?? file.Team };
        file = Resources.FindMatching(resourceId).Aggregate(file, (settings, entry) => entry.Settings.ApplyTo(settings));
        if (TrustTags == TagTrust.None)
        {
            return (file, new SettingsPatch(), []);
        }

        var reader = new TagReader(resourceId, Rules, file);
        var fromTags = reader.Read(tags);
        var problems = new List<SettingsProblem>(reader.Problems);
        void Report(string tag, string reason) => problems.Add(new SettingsProblem(resourceId, "tag " + tag, reason));
        return (file, TrustTags == TagTrust.Limits ? new TagLimits(file, now, Report).Apply(fromTags) : fromTags, problems);
    }

    // What the resource itself states goes before its team, and the team before the defaults of the file.
    private SavingThreshold ResolveMinSaving(string? team, string resourceId, SavingThresholdPatch ofTags) =>
        ofTags
            .CompleteWith(
                Resources
                    .FindMatching(resourceId)
                    .Aggregate(default(SavingThresholdPatch), (before, entry) => entry.Settings.MinSaving.CompleteWith(before))
            )
            .CompleteWith(Routing?.FindSettings(team)?.MinSaving ?? default)
            .CompleteWith(Defaults.MinSaving)
            .ApplyTo(SavingThreshold.Default);

    /// <summary>Returns the schedules and events of a resource that overlap [now, now + horizon), by start.</summary>
    public IReadOnlyList<PlannedWindow> GetPlannedWindows(string resourceId, DateTimeOffset now, TimeSpan horizon) =>
        [
            .. Schedules
                .Where(schedule => schedule.Resources.Matches(resourceId))
                .SelectMany(schedule => schedule.Expand(now, horizon))
                .Concat(
                    Events
                        .Where(e => e.Window.Start < now + horizon && e.Window.End > now && e.Resources.Matches(resourceId))
                        .Select(e => e.Window)
                )
                .OrderBy(window => window.Start)
                .ThenBy(window => window.Name, StringComparer.Ordinal),
        ];

    /// <summary>Lists the budgets of several resources: that of the fleet, then those of teams in the order of the file.</summary>
    public IReadOnlyList<MonthlyBudget> ListBudgets() =>
        [
            .. MonthlyBudget is { } fleet ? (MonthlyBudget[])[new(null, fleet)] : [],
            .. (Routing?.Teams ?? [])
                .Where(team => team.MonthlyBudget is not null)
                .Select(team => new MonthlyBudget(team.Name, team.MonthlyBudget!.Value)),
        ];

    /// <summary>Returns the mute windows in force at an instant.</summary>
    public IReadOnlyList<MuteWindow> FindActiveMutes(DateTimeOffset now) => [.. Mutes.SelectMany(mute => mute.FindActive(now))];

    internal static bool HasSizeBetween(SkuCatalog catalog, int minUnits, int? maxUnits) =>
        maxUnits is null || catalog.Skus.Any(sku => sku.Ladder.Steps.Any(units => units >= minUnits && units <= maxUnits));

    // Values that are valid on their own, but not in combination or for this service, are dropped and reported.
    private ResourceSettings DropInvalid(
        string resourceId,
        ServiceKind service,
        ResourceSettings file,
        ResourceSettings settings,
        List<SettingsProblem> problems,
        DateTimeOffset now
    )
    {
        void Report(string source, string reason) => problems.Add(new SettingsProblem(resourceId, source, reason));
        if (settings.MaxUnits is { } maxUnits && settings.MinUnits > maxUnits)
        {
            Report("minUnits", $"{settings.MinUnits} is more than maxUnits, {maxUnits}; maxUnits takes precedence.");
            settings = settings with { MinUnits = maxUnits };
        }
        else if (!HasSizeBetween(Rules.GetCatalog(service, settings), settings.MinUnits, settings.MaxUnits))
        {
            Report("minUnits", $"No size has {settings.MinUnits} to {settings.MaxUnits} units; the largest one below maxUnits is used.");
        }

        if (settings.Pin is { } pin && pin.IsInForce(now) && (pin.Units < settings.MinUnits || pin.Units > settings.MaxUnits))
        {
            var source = settings.Pin == file.Pin ? "pin" : "tag advisor-pin";
            Report(source, $"{pin.Units} is outside minUnits and maxUnits, which take precedence.");
        }

        if (settings.Edition is { } edition && !Rules.Tables.Any(t => t.Service == service && t.Edition == edition))
        {
            // A default of the file applies only to the resources that it fits.
            if (edition != Defaults.Edition || edition != file.Edition)
            {
                Report("edition", $"{edition} is not for {service}; the current edition is used.");
            }

            settings = settings with { Edition = null };
        }

        var table = Rules.GetTable(service, settings.Edition);
        if (
            settings.Workload is { } workload
            && workload.Parts.FirstOrDefault(part => table.FindRow(part.UseCase) is null) is { } unmeasured
        )
        {
            Report("workload", $"{table.Edition} has no row for {unmeasured.UseCase.ToWireName()}; the workload is treated as undeclared.");
            settings = settings with { Workload = null };
        }

        return settings;
    }
}

/// <summary>Settings of one resource, and the tags or entries that could not be used.</summary>
public sealed record SettingsResult(ResourceSettings Settings, IReadOnlyList<SettingsProblem> Problems);
