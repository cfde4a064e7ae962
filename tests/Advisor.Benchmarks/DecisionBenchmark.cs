using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Text.Json;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Reporting.Json;
using Advisor.Service.ObservationLines;

namespace Advisor.Benchmarks;

/// <summary>
/// What one observation costs inside the process, without the pipe: the decision with its alerts, and its JSON line with the reasons in
/// words; time, bytes allocated and, with <c>--types</c>, what they are allocated for.
/// </summary>
internal static class DecisionBenchmark
{
    private const int Resources = 20,
        Days = 3,
        Minutes = Days * 1440;

    public static Benchmark Benchmark { get; } =
        new(
            "decision",
            "Time and bytes of one decision and of its line, in process. Option: --types (allocated types, sampled).",
            args => Task.FromResult(Run(args))
        );

    private static int Run(string[] args)
    {
        var configuration = ConfigurationLoader.Parse("{}", RuleSetLoader.Embedded).Configuration!;
        Replay(configuration, write: true); // compiled, and compiled again with what the first run taught
        using var types = args.Contains("--types") ? new AllocatedTypes() : null;
        var (decided, decidedBytes) = Replay(configuration, write: false);
        var (written, writtenBytes) = Replay(configuration, write: true);
        Console.Out.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"decision: {decided:0.0} us, {decidedBytes:#,##0} B; with its line: {written:0.0} us, {writtenBytes:#,##0} B; "
                    + $"line / decision: {written / decided:0.00} in time, {writtenBytes / decidedBytes:0.00} in bytes"
            )
        );
        types?.Print();
        return 0;
    }

    private static (double Microseconds, double Bytes) Replay(AdvisorConfiguration configuration, bool write)
    {
        var decisions = new ObservationLineDecider(configuration);
        var answer = new ArrayBufferWriter<byte>(16384);
        using var json = new Utf8JsonWriter(answer, DecisionJson.Line);
        var (elapsed, bytes, count) = (0L, 0L, 0);
        for (var minute = 0; minute < Minutes; minute++)
        {
            for (var resource = 0; resource < Resources; resource++)
            {
                var line = DecideBenchmark.Line(resource, minute);
                var (begun, before) = (Stopwatch.GetTimestamp(), GC.GetAllocatedBytesForCurrentThread());
                var (decision, problem) = decisions.Decide(line);
                if (write)
                {
                    DecisionJson.Write(json, decision ?? throw new InvalidOperationException(problem!.Text));
                    json.Flush();
                    json.Reset();
                    answer.ResetWrittenCount();
                }

                elapsed += Stopwatch.GetTimestamp() - begun;
                bytes += GC.GetAllocatedBytesForCurrentThread() - before;
                count++;
            }
        }

        return (Stopwatch.GetElapsedTime(0, elapsed).TotalMicroseconds / count, (double)bytes / count);
    }

    /// <summary>Which types are allocated, by the runtime's sample of one in about 100 KB.</summary>
    private sealed class AllocatedTypes : EventListener
    {
        private const EventKeywords Gc = (EventKeywords)1;
        private readonly Dictionary<string, long> bytes = new(StringComparer.Ordinal);

        public void Print()
        {
            foreach (var (type, sum) in bytes.OrderByDescending(pair => pair.Value).Take(30))
            {
                Console.Out.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{sum / (double)bytes.Values.Sum(), 7:0.0 %}  {type}"));
            }
        }

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "Microsoft-Windows-DotNETRuntime")
            {
                EnableEvents(eventSource, EventLevel.Verbose, Gc);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventName?.StartsWith("GCAllocationTick", StringComparison.Ordinal) == true && eventData.Payload is { } payload)
            {
                var (type, amount) = ((string)payload[5]!, Convert.ToInt64(payload[3], CultureInfo.InvariantCulture));
                bytes[type] = bytes.GetValueOrDefault(type) + amount;
            }
        }
    }
}
