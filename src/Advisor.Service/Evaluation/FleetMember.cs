using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Reports;
using Advisor.Core.Rules;

namespace Advisor.Service.Evaluation;

/// <summary>
/// A resource whose metrics are read and learned from, to be reported once it is known what the others of its group need. A fault of the
/// program becomes its report, so that it hides no other resource.
/// </summary>
internal sealed class FleetMember
{
    private readonly RuleSet rules;
    private readonly FleetResource resource;
    private readonly FleetConstraints fleet;
    private readonly ResourceReportBuilder? builder;
    private ReportFailure? failure;

    /// <param name="fleet">Constraints from the rest of the fleet, without what the others of its group need.</param>
    /// <param name="failure">Why its metrics could not be read.</param>
    public FleetMember(RuleSet rules, FleetResource resource, FleetConstraints fleet, ReportFailure? failure) =>
        (this.rules, this.resource, this.fleet, this.failure) = (rules, resource, fleet, failure);

    private FleetMember(RuleSet rules, FleetResource resource, FleetConstraints fleet, Func<ResourceReportBuilder> learn)
        : this(rules, resource, fleet, default(ReportFailure)) => builder = Try(learn);

    public string Id => resource.Id;

    /// <summary>Learns from the metrics of a resource.</summary>
    /// <param name="past">History before the minutes, in coarser buckets, ascending.</param>
    /// <param name="series">Minutes read, ascending.</param>
    public static FleetMember Learn(
        RuleSet rules,
        FleetResource resource,
        FleetConstraints fleet,
        IReadOnlyList<HistorySample> past,
        IReadOnlyList<MinuteSample> series,
        DateTimeOffset now,
        ReportParts parts
    ) => new(rules, resource, fleet, () => new ResourceReportBuilder(rules, resource, past, series, minutesOfSample: 1, now, parts));

    /// <summary>Returns what the others of its group have to know; nothing where it could not be read.</summary>
    public MemberNeed FindNeed() => Try(() => builder?.FindNeed(MemberNeeds.Unknown.AddTo(fleet, resource))) ?? default;

    /// <summary>Returns the report.</summary>
    /// <param name="needs">What the others of its group need.</param>
    public ResourceReport Report(MemberNeeds needs) =>
        Try(() => builder?.Build(needs.AddTo(fleet, resource))) ?? ResourceReportBuilder.BuildFailed(rules, resource, failure!);

    private T? Try<T>(Func<T?> work)
    {
        try
        {
            return work();
        }
        catch (Exception fault) when (fault is not OperationCanceledException and not OutOfMemoryException)
        {
            failure = new ReportFailure(resource.Id, nameof(FailureCode.Fault), FaultIsolation.Describe(fault));
            return default;
        }
    }
}
