using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Change;
using Advisor.Service.Notify;
using Advisor.Service.SignedLinks;
using Advisor.State.Resources;

namespace Advisor.Service.Evaluate;

/// <summary>The notifications about a decision: a recommendation, and the question of an approval.</summary>
internal static class DecisionEvents
{
    /// <summary>Null where nothing is sent: no change, changes being applied (their end is sent), dry runs and mode observe.</summary>
    /// <param name="approval">The approval that is asked for; null where none is, or approval links are off.</param>
    /// <param name="cost">What the change costs or saves; null where no price is known.</param>
    public static ServiceEvent? Create(DecisionRecord record, FleetResource resource, RequestedApproval? approval, string? cost) =>
        record.Outcome switch
        {
            DecisionHandling.Recommended => CreateEvent("recommendation", record, resource, cost) with
            {
                Title =
                    $"{Noun(record.Action)} {(record.Action == ScalingAction.Advise ? "" : "recommended ")}for {resource.Name}: "
                    + $"{Sizes(record)}",
                Next =
                    record.Action == ScalingAction.Advise
                        ? "This is an advisory: Advisor does not make this change by itself."
                        : $"In mode {FormatMode(record.Mode)} Advisor changes nothing here by itself.",
            },
            DecisionHandling.AwaitingApproval => CreateEvent("approval", record, resource, cost) with
            {
                Title = $"Approval asked for {resource.Name}: {Verb(record.Action)}, {Sizes(record)}",
                Link = approval?.Link,
                Next = approval is null
                    ? "Waiting for approval, but there is no page to answer on: docs/approvals.md says how to switch it on."
                    : string.Create(
                        CultureInfo.InvariantCulture,
                        $"Waiting for approval until {approval.Record.ExpiresAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC. "
                            + $"Without an answer nothing is changed."
                    ),
            },
            _ => null,
        };

    private static ServiceEvent CreateEvent(string kind, DecisionRecord record, FleetResource resource, string? cost) =>
        new()
        {
            Kind = kind,

            // What saves money is no warning.
            Severity = record.Action == ScalingAction.ScaleIn || cost?.StartsWith('-') == true ? "info" : "warning",
            Title = "",
            Text = string.Join(
                ' ',
                new[]
                {
                    ChangeText.DescribeReasons(record.Reasons),
                    ChangeText.DescribeDroppedConnections(record.FromSku, record.FromUnits, record.Sku, record.Units),
                }.OfType<string>()
            ),
            At = record.Tick,

            // The same advice again is the same message to a receiver.
            DedupKey = string.Create(
                CultureInfo.InvariantCulture,
                $"{kind}/{resource.Id.ToLowerInvariant()}/{record.Sku}/{record.Units}/{record.Tick.UtcDateTime:yyyyMMdd}"
            ),
            ResourceId = resource.Id,
            Team = resource.Settings.Team,
            Cost = cost,
            Reasons = record.Reasons,
        };

    private static string Sizes(DecisionRecord record) =>
        ChangeText.DescribeSizes(record.FromSku, record.FromUnits, record.Sku, record.Units);

    private static string Noun(ScalingAction action) =>
        action switch
        {
            ScalingAction.ScaleOut => "Scale-out",
            ScalingAction.ScaleIn => "Scale-in",
            ScalingAction.ChangeTier => "Tier change",
            _ => "Advisory",
        };

    private static string Verb(ScalingAction action) =>
        action switch
        {
            ScalingAction.ScaleOut => "scale out",
            ScalingAction.ScaleIn => "scale in",
            _ => "change the tier",
        };

    private static string FormatMode(AdvisorMode mode) => char.ToLowerInvariant(mode.ToString()[0]) + mode.ToString()[1..];
}
