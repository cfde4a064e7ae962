using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace Advisor.Service.Telemetry;

/// <summary>
/// Counts this process's calls to Azure and to the state's tables, as <c>advisor.api.calls</c> does for telemetry, and makes the counts
/// readable.
/// </summary>
public sealed class ApiCallCounter : IDisposable
{
    private readonly ConcurrentDictionary<ApiCalls, long> counts = new();
    private readonly MeterListener listener = new();

    public ApiCallCounter()
    {
        listener.InstrumentPublished = (instrument, self) =>
        {
            if (instrument.Meter.Name == TelemetryNames.Source && instrument.Name == ApiCallMetric.Name)
            {
                self.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<long>(
            (_, count, tags, _) => counts.AddOrUpdate(CreateKey(tags), count, (_, before) => before + count)
        );
        listener.Start();
    }

    /// <summary>Calls since the counter was created, in no particular order.</summary>
    public IReadOnlyList<(ApiCalls Calls, long Count)> Counts => [.. counts.Select(pair => (pair.Key, pair.Value))];

    public void Dispose() => listener.Dispose();

    private static ApiCalls CreateKey(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var (api, operation, status) = ("", "", "");
        foreach (var (name, value) in tags)
        {
            switch (name)
            {
                case TelemetryNames.ApiTag:
                    api = value as string ?? "";
                    break;
                case TelemetryNames.OperationTag:
                    operation = value as string ?? "";
                    break;
                case TelemetryNames.StatusClassTag:
                    status = value as string ?? "";
                    break;
            }
        }

        return new ApiCalls(api, operation, status);
    }
}

/// <summary>Group of calls that are counted together.</summary>
/// <param name="Api">API: resourceManager, monitor or table.</param>
/// <param name="Operation">Name of the operation, a constant of this program.</param>
/// <param name="StatusClass">2xx, 4xx, 5xx, or none.</param>
public readonly record struct ApiCalls(string Api, string Operation, string StatusClass);
