using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Globalization;

namespace Advisor.State.Telemetry;

/// <summary>Counts calls to Azure and to the state's tables on a project's meter; the counter has one name in all of them.</summary>
public sealed class ApiCallMetric(Meter meter)
{
    /// <summary>The name of the counter.</summary>
    public const string Name = "advisor.api.calls";

    private readonly Counter<long> calls = meter.CreateCounter<long>(
        Name,
        "{call}",
        "Calls to Azure and to the state's tables, repeated attempts included."
    );

    /// <summary>Counts one attempt of a call.</summary>
    /// <param name="api">Whose: resourceManager, monitor, table.</param>
    /// <param name="operation">What was asked for, a word of this program.</param>
    /// <param name="status">The HTTP status of the answer; null = there was none.</param>
    public void Record(string api, string operation, int? status)
    {
        var tags = new TagList
        {
            { TelemetryNames.ApiTag, api },
            { TelemetryNames.OperationTag, operation },
            {
                TelemetryNames.StatusClassTag,
                status switch
                {
                    null => "none",
                    < 200 => "1xx",
                    < 300 => "2xx",
                    < 400 => "3xx",
                    < 500 => "4xx",
                    _ => "5xx",
                }
            },
        };
        if (status is null or 429 or >= 500)
        {
            tags.Add(TelemetryNames.ErrorTag, status is { } code ? code.ToString(CultureInfo.InvariantCulture) : "no_answer");
        }

        calls.Add(1, tags);
    }
}
