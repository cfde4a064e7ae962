using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Advisor.Service.Telemetry;

/// <summary>Counts calls to Azure and to the state's tables on a project's meter, under the same name in all projects.</summary>
public sealed class ApiCallMetric(Meter meter)
{
    /// <summary>Name of the counter.</summary>
    public const string Name = "advisor.api.calls";

    private readonly Counter<long> calls = meter.CreateCounter<long>(
        Name,
        "{call}",
        "Calls to Azure and to the state tables, retries included."
    );

    /// <summary>Counts one attempt of a call.</summary>
    /// <param name="api">API: resourceManager, monitor or table.</param>
    /// <param name="operation">Name of the operation, a constant of this program.</param>
    /// <param name="status">HTTP status of the response; null = none.</param>
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
            tags.Add(TelemetryNames.ErrorTag, status is { } code ? code.ToString() : "no_answer");
        }

        calls.Add(1, tags);
    }
}
