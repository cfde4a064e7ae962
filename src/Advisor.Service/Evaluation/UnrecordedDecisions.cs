using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Service.Fleet;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tick;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Decides while the state cannot be written, from the last hour of metrics, as <c>advisor evaluate</c> does. The decisions are shown to
/// people, neither recorded nor applied: an unrecorded change could be made twice.
/// </summary>
internal sealed class UnrecordedDecisions(IFleet fleet, IMetricSource metrics, RuleSet rules, ServiceOptions options)
{
    private static readonly TimeSpan History = TimeSpan.FromHours(1);

    /// <summary>
    /// Returns a line for each resource whose size should change. Resources that cannot be read are reported when the state can be written
    /// again.
    /// </summary>
    public async Task<IReadOnlyList<string>> DecideAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        try
        {
            var report = await new FleetEvaluator(fleet, metrics, rules).RunAsync(options.Scope, History, now, null, cancellation);
            return
            [
                .. from resource in report.Resources
                let decision = resource.Decision
                where decision is not null && decision.Action != ScalingAction.Hold
                let size = decision.Target.ToString()
                select $"{resource.Name}: {WatchReport.DescribeSize(decision.Action, size)}, neither recorded nor applied until "
                    + "the state can be written.",
            ];
        }
        catch (Exception e) when (e is not StateStoreException and not OutOfMemoryException && !cancellation.IsCancellationRequested)
        {
            return [$"No decisions could be made in the meantime ({e.GetType().Name}: {e.Message.ReplaceLineEndings(" ")})."];
        }
    }
}
