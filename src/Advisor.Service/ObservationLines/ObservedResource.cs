using Advisor.Configuration;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Service.ObservationLines;

/// <summary>State that the process keeps for a resource between lines.</summary>
internal sealed class ObservedResource(string name, AdvisorConfiguration configuration)
{
    private const string WebPubSubType = "/webpubsub/";

    // Schedules and events are expanded again before the time for which they are has passed.
    private static readonly TimeSpan SettingsMaxAge = TimeSpan.FromHours(1);
    private static readonly Dictionary<string, string> NoTags = [];

    private byte[] workloadJson = [];
    private Workload? declared;
    private TargetOverrides targets;
    private ResourceSettings settings = ResourceSettings.Default;
    private ResourceSettings? effective;
    private DateTimeOffset from = DateTimeOffset.MaxValue,
        until = DateTimeOffset.MinValue;

    public string Name { get; } = name;

    public ServiceKind Service { get; } =
        name.Contains(WebPubSubType, StringComparison.OrdinalIgnoreCase) ? ServiceKind.WebPubSub : ServiceKind.SignalR;

    /// <summary>
    /// What is known of the fleet: the quota that the configuration states for every region, or for those of the subscription, since a line
    /// names no region.
    /// </summary>
    public FleetConstraints Fleet { get; } =
        configuration.Rules.FindQuota(ResourceIds.GetSubscription(name), region: null) is { } stated
            ? FleetConstraints.Unknown with
            {
                Quota = new(stated.Units, QuotaSource.File),
            }
            : FleetConstraints.Unknown;

    public ResourceState? State { get; set; }

    /// <summary>Whether the warning about unknown names was given.</summary>
    public bool HasWarned { get; set; }

    /// <summary>State of the alerts.</summary>
    public ResourceAlerts Alerts { get; set; } = ResourceAlerts.Empty;

    public AlertSubject Subject { get; } = new(AlertSubjectKind.Resource, name, name, "", null);

    /// <summary>Resolves the settings at a time; workload and targets of the line override the configuration.</summary>
    public ObservationLineProblem? FindSettings(
        DateTimeOffset now,
        ReadOnlySpan<byte> workload,
        in TargetOverrides stated,
        out ResourceSettings result
    )
    {
        result = settings;
        if (!workload.SequenceEqual(workloadJson))
        {
            var (read, problem) = workload.IsEmpty ? (null, null) : WorkloadJson.Read(workload);
            if (problem is not null)
            {
                return problem;
            }

            (workloadJson, declared, effective) = (workload.ToArray(), read, null);
        }

        if (stated != targets)
        {
            (targets, effective) = (stated, null);
        }

        if (effective is null || now < from || now >= until)
        {
            settings = configuration.ResolveSettings(Name, Service, NoTags, now).Settings;
            effective = settings with { Workload = declared ?? settings.Workload, Targets = targets.CompleteWith(settings.Targets) };
            (from, until) = (now, now + SettingsMaxAge);
        }

        result = effective;
        return null;
    }
}
