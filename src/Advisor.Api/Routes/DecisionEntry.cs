using System.Text.Json;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.State.Resources;

namespace Advisor.Api.Routes;

/// <summary>A line of the audit trail; its fields are those of <see cref="DecisionRecord"/>.</summary>
/// <param name="Details">The whole decision as <c>advisor decide</c> writes it; absent where it was not kept.</param>
internal sealed record DecisionEntry(
    string ResourceId,
    DateTimeOffset Tick,
    ScalingAction Action,
    string Outcome,
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

    // A row that another program wrote may hold anything; the line itself is worth showing.
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
