using System.Text.Json;
using Advisor.Core.Scaling;
using Advisor.Runtime.Configuration;
using Advisor.Runtime.State;

namespace Advisor.Api.Routes;

/// <summary>A line of the audit trail; its fields are those of <see cref="DecisionRecord"/>.</summary>
/// <param name="Details">The whole decision as <c>advisor decide</c> writes it; absent where it was not kept.</param>
internal sealed record DecisionLine(
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
    JsonElement? Details)
{
    public static DecisionLine Of(DecisionRecord record) => new(
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
        Parsed(record.Details));

    // A row that somebody else wrote may hold anything; the line itself is worth showing.
    private static JsonElement? Parsed(string? details)
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
