using Advisor.Azure.Resources;
using Advisor.Cli.Output;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;

namespace Advisor.Cli.Commands.Doctor;

/// <summary>Checks a scope that names no subscriptions: management groups, or every readable subscription.</summary>
internal static class WideScopeChecks
{
    /// <summary>Checks whether the subscriptions of the management groups, or all readable ones, are found, and returns them.</summary>
    public static async Task<(IReadOnlyList<DoctorCheck> Checks, IReadOnlyList<string> Subscriptions)> RunAsync(
        AccessReader access,
        FleetScope scope,
        CancellationToken cancellation
    )
    {
        var (checks, subscriptions) = (new List<DoctorCheck>(), new List<string>());
        var all = new FleetScope { AllSubscriptions = true };
        foreach (
            var (name, part) in scope.AllSubscriptions
                ? [("readable subscriptions", all)]
                : scope.ManagementGroups.Select(group => ($"management group {group}", new FleetScope { ManagementGroups = [group] }))
        )
        {
            var found = await access.FindSubscriptionsAsync(part, cancellation);
            subscriptions.AddRange(found.Subscriptions);
            checks.Add(
                found switch
                {
                    { Failures: [var failure, ..] } => new(
                        name,
                        CheckStatus.Fault,
                        DoctorRun.ToLine(failure.Text),
                        part.ManagementGroups is [var group] && failure.Code == FailureCode.Forbidden ? GrantReaderOnGroup(group) : null
                    ),
                    { Notes: [var note, ..] } => new(name, CheckStatus.Warning, DoctorRun.ToLine(note)),
                    { Subscriptions.Count: 0 } => new(
                        name,
                        CheckStatus.Warning,
                        "Resource Graph names no subscription with a SignalR or Web PubSub resource here, or none may be read."
                    ),
                    _ => new(
                        name,
                        CheckStatus.Ok,
                        $"Resource Graph names {Wording.FormatCount(found.Subscriptions.Count, "subscription")} with resources."
                    ),
                }
            );
        }

        return (checks, subscriptions);
    }

    private static string GrantReaderOnGroup(string group) =>
        "az role assignment create --assignee PRINCIPAL_ID --role \"Monitoring Reader\""
        + SuggestedCommand.FormatOption("--scope", $"/providers/Microsoft.Management/managementGroups/{group}");
}
