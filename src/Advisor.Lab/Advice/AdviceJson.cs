using System.Text.Json;
using Advisor.Lab.Replays;

namespace Advisor.Lab.Advice;

/// <summary>Writes what advice would have cost as JSON: the rules, then every case with its runs.</summary>
public static class AdviceJson
{
    public static void Write(Stream to, IReadOnlyList<AdviceCase> cases) =>
        ReplayJson.Write(
            to,
            json =>
            {
                json.WriteArray("rules", AdviceSummary.Compute(cases), summary => Write(json, summary));
                json.WriteArray("cases", cases, one => Write(json, one));
            }
        );

    private static void Write(Utf8JsonWriter json, AdviceSummary summary)
    {
        json.WriteString("rule", summary.Rule.Name);
        json.WriteNumber("cases", summary.Cases);
        json.WriteNumber("regretMedian", summary.MedianRegret);
        json.WriteNumber("regretMean", summary.MeanRegret);
        json.WriteNumber("regret90", summary.Regret90);
        json.WriteNumber("overloadedShareMean", summary.OverloadedShare);
    }

    private static void Write(Utf8JsonWriter json, AdviceCase one)
    {
        json.WriteString("trace", one.Trace);
        json.WriteString("shape", one.Shape);
        json.WriteString("at", one.At.UtcDateTime);
        json.WriteNumber("bestUnits", one.BestUnits);
        json.WriteArray(
            "runs",
            one.Runs,
            run =>
            {
                json.WriteString("rule", run.Rule.Name);
                json.WriteNumber("units", run.Units);
                json.WriteNumber("regret", run.Regret);
                json.WriteNumber("overloadedShare", run.OverloadedShare);
            }
        );
    }
}
