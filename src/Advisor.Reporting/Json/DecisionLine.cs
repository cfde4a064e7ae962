using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>A decision as in docs/schema/decide.schema.json: the output line of <c>advisor decide</c>.</summary>
/// <param name="isDetailed">Whether the numbers behind it follow.</param>
internal sealed class DecisionLine(Decision decision, bool isDetailed) : DecisionDetails(isDetailed ? decision : null)
{
    public string Resource => decision.ResourceId;

    public DateTime Time => decision.Time.UtcDateTime;

    public string Action => decision.Action.ToWireName();

    public string Sku => decision.Sku;

    public int Units => decision.Units;

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Size? Advisory => decision.Advisory;

    public string LimitingFactor => decision.LimitingFactor.ToWireName();

    public PerLimit<double> Utilization => decision.Utilization.Round();

    public double Confidence => decision.Confidence.Round();

    public IEnumerable<Reason> Reasons => decision.Reasons.Select(reason => new Reason(reason.Code, reason.GetLineText()));

    public IEnumerable<AlertJson> Alerts => decision.Alerts.Select(alert => new AlertJson(alert));
}

/// <summary>An alert after an evaluation.</summary>
internal readonly struct AlertJson(Alert alert)
{
    public string Id => alert.Id;

    public string Severity => alert.Severity.FormatName();

    public string State => alert.Phase.FormatName();
}
