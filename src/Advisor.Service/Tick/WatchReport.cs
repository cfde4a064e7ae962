using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Tick;

/// <summary>Output of <c>watch</c> and <c>serve</c>: one line for each event meant for people.</summary>
internal sealed class WatchReport(TimeProvider time, Action<string> print)
{
    /// <summary>
    /// Prints the line of a decision that awaits approval, with the link to answer, which must not be logged; null = the line is printed
    /// without it.
    /// </summary>
    public Action<string, Uri>? PrintApproval { get; init; }

    public void Write(string text) => print(Stamp(text));

    public void Write(IEnumerable<ResourceEvaluation> evaluations)
    {
        foreach (var evaluation in evaluations)
        {
            if (evaluation.Change is { IsOpen: false } change)
            {
                Write(change);
            }
            else if (evaluation is { Decision: { Action: not ScalingAction.Hold } decision, Outcome: { } outcome })
            {
                Write(evaluation, decision, outcome);
            }
        }
    }

    public void Write(ApplyOutcome outcome)
    {
        if (outcome.Problem is { } problem)
        {
            Write(problem);
        }
        else if (outcome.Change is { IsOpen: false } change)
        {
            Write(change);
        }
    }

    /// <summary>Returns a notification that was not delivered, and what becomes of it, as a line.</summary>
    public static string Describe(DeliveryOutcome outcome) =>
        "a notification was not delivered "
        + $"({(outcome.State == DeliveryState.DeadLettered ? "dead-lettered" : "will be retried")}): {outcome.Problem}";

    /// <summary>Returns a text such as "scale out to Standard_S1 x 3" or "advisory: Premium_P2 x 200".</summary>
    public static string DescribeSize(ScalingAction action, string size) =>
        action switch
        {
            ScalingAction.ScaleOut => $"scale out to {size}",
            ScalingAction.ScaleIn => $"scale in to {size}",
            ScalingAction.ChangeTier => $"change tier to {size}",
            _ => $"advisory: {size}",
        };

    private void Write(ResourceEvaluation evaluation, Decision decision, AuditOutcome outcome)
    {
        var reason = string.Join(
            ' ',
            new[] { evaluation.OutcomeReason, decision.Reasons is [var first, ..] ? first.Text : null }.OfType<string>()
        );
        var name = ResourceIds.GetName(evaluation.ResourceId);
        var line = Stamp($"{name}: {DescribeSize(decision.Action, decision.Target.ToString())}, {outcome.Describe()}. {reason}");
        if (evaluation.Approval is { } approval && PrintApproval is { } printApproval)
        {
            printApproval(line, approval.Link);
        }
        else
        {
            print(line);
        }
    }

    private void Write(ChangeRecord change) =>
        Write(
            $"{ResourceIds.GetName(change.ResourceId)}: {change.From} to {change.To} "
                + $"{change.State.ToString().ToLowerInvariant()}. {change.Text}"
        );

    private string Stamp(string text) => $"{time.GetUtcNow().UtcDateTime:yyyy-MM-dd HH:mm'Z'} {text}";
}
