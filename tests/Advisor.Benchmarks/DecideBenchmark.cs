using System.Diagnostics;
using System.Text;

namespace Advisor.Benchmarks;

/// <summary>
/// <c>advisor decide</c> through the pipe: observations of 100 interleaved resources in, decisions out, parse and print included. Reports
/// lines for each second of wall clock and of the child's own processor time, and its memory as the lines go by.
/// </summary>
internal static class DecideBenchmark
{
    private const int Resources = 100;
    private const int MinutesPrepared = 1440;

    public static Benchmark Benchmark { get; } =
        new(
            "decide",
            "Observations a second through the pipe of a published advisor. Options: --advisor PATH (default: "
                + "advisor), --lines N (default 1000000).",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var lines = long.Parse(FindOption(args, "--lines") ?? "1000000");
        using var advisor = Process.Start(
            new ProcessStartInfo(FindOption(args, "--advisor") ?? "advisor", "decide")
            {
                UseShellExecute = false,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            }
        )!;
        var watch = Stopwatch.StartNew();
        var reading = CountAsync(advisor.StandardOutput.BaseStream);
        var (processor, peak) = (TimeSpan.Zero, 0L);
        var input = advisor.StandardInput.BaseStream;
        for (long line = 0; line < lines; )
        {
            var next = Math.Min(lines, line + Math.Max(lines / 10, Resources));
            WriteLines(input, line, next);
            line = next;
            advisor.Refresh();
            (processor, peak) = (advisor.TotalProcessorTime, advisor.WorkingSet64);
            Console.Out.WriteLine(
                $"{line, 12:#,##0} lines  {line / watch.Elapsed.TotalSeconds, 10:#,##0} a second  "
                    + $"{line / processor.TotalSeconds, 10:#,##0} a processor second  {peak / 1e6, 6:0} MB"
            );
        }

        input.Close();
        var answers = await reading;
        await advisor.WaitForExitAsync();
        return advisor.ExitCode == 0 && answers == lines ? 0 : 1;
    }

    /// <summary>Writes the lines of a range, those of the resources in turn.</summary>
    public static void WriteLines(Stream input, long from, long to)
    {
        var text = new StringBuilder();
        for (var line = from; line < to; line++)
        {
            Append(text, line % Resources, line / Resources);
            if (text.Length > 1 << 16)
            {
                input.Write(Encoding.UTF8.GetBytes(text.ToString()));
                text.Clear();
            }
        }

        input.Write(Encoding.UTF8.GetBytes(text.ToString()));
        input.Flush();
    }

    /// <summary>The observation of a resource in a minute.</summary>
    public static byte[] RenderLine(int resource, int minute)
    {
        var text = new StringBuilder();
        Append(text, resource, minute);
        return Encoding.UTF8.GetBytes(text.ToString(0, text.Length - 1));
    }

    // A day's wave for each resource, each at its own hour, with a little of everything in the metrics.
    private static void Append(StringBuilder text, long resource, long minute)
    {
        var connections =
            4000 * (1 + (0.5 * Math.Sin(2 * Math.PI * ((minute / (double)MinutesPrepared) + (resource / (double)Resources)))));
        var bytes = connections * 0.5 * 1024 * 60;
        var time = new DateTime(2026, 1, 5, 0, 0, 0, DateTimeKind.Utc).AddMinutes(minute);
        text.Append(
            $$$"""{"resource":"/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat{{{resource}}}","""
                + $$$""" "time":"{{{time:yyyy-MM-ddTHH:mm:00Z}}}","now":"{{{time.AddMinutes(2):yyyy-MM-ddTHH:mm:00Z}}}","""
                + $$$""" "sku":"Standard_S1","units":8,"changeInProgress":false,"countsServerLeg":false,"""
                + $$$""" "workload":[{"useCase":"echo","share":1.0,"messageBytes":1024}],"""
                + $$$""" "metrics":{"ServerLoad":{{{((70 * bytes / 60 / 2e6) + (8 * connections / 1000)) / 8:0.00}}},"""
                + $$$""" "ConnectionCount":{{{connections:0}}},"""
                + $$$""" "ConnectionQuotaUtilization":{{{connections / 80:0.00}}},"""
                + $$$""" "InboundTraffic":{{{bytes:0}}},"OutboundTraffic":{{{bytes:0}}},"""
                + $$$""" "MessageCount":{{{bytes / 2048:0}}}}}"""
        );
        text.Append('\n');
    }

    private static Task<long> CountAsync(Stream output) =>
        Task.Run(async () =>
        {
            var (buffer, count) = (new byte[1 << 16], 0L);
            while (await output.ReadAsync(buffer) is > 0 and var read)
            {
                count += buffer.AsSpan(0, read).Count((byte)'\n');
            }

            return count;
        });

    private static string? FindOption(string[] args, string name) =>
        Array.IndexOf(args, name) is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : null;
}
