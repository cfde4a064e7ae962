using System.Text.Json;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Web.Resource;

/// <summary>An audit record with the fields of <see cref="DecisionRecord"/>.</summary>
/// <param name="Details">The complete decision as written by <c>advisor decide</c>; absent when it was not stored.</param>
internal sealed record DecisionEntry(
    string ResourceId,
    DateTimeOffset Tick,
    ScalingAction Action,
    AuditOutcome Outcome,
    string FromSku,
    int FromUnits,
    string Sku,
    int Units,
    AdvisorMode Mode,
    string Actor,
    IReadOnlyList<Reason> Reasons,
    string? ChangeId,
    JsonElement? Details
)
{
    public static DecisionEntry Create(DecisionRecord record) =>
        new(
            record.ResourceId,
            record.Tick,
            record.Action,
            record.Outcome,
            record.FromSku,
            record.FromUnits,
            record.Sku,
            record.Units,
            record.Mode,
            record.Actor,
            record.Reasons,
            record.ChangeId,
            ParseDetails(record.Details)
        );

    // A row written by another program may contain anything; the rest of the record is still useful.
    private static JsonElement? ParseDetails(string? details)
    {
        if (details is null)
        {
            return null;
        }

        try
        {
            using var document = JsonDocument.Parse(details);
            return document.RootElement.Clone();
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
