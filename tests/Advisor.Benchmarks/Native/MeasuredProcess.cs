using System.Diagnostics;
using Advisor.Benchmarks.Guard;

namespace Advisor.Benchmarks.Native;

/// <summary>What one run of a command took.</summary>
/// <param name="Elapsed">Wall clock, in seconds.</param>
/// <param name="Processor">User and system time, in seconds.</param>
/// <param name="Peak">Most memory at once, in bytes.</param>
internal readonly record struct MeasuredProcess(double Elapsed, double Processor, long Peak)
{
    /// <summary>Runs a command with an input that it reads to its end. Its memory is what <c>/usr/bin/time</c> reports.</summary>
    public static async Task<MeasuredProcess> RunAsync(IEnumerable<string> command, ReadOnlyMemory<byte> input = default)
    {
        var report = Path.GetTempFileName();
        try
        {
            var before = ChildTimes.Read();
            var clock = Stopwatch.StartNew();
            using var process = Process.Start(
                new ProcessStartInfo("/usr/bin/time", ["-o", report, "-f", "%M", .. command])
                {
                    UseShellExecute = false,
                    RedirectStandardInput = true,
                    RedirectStandardOutput = true,
                    WorkingDirectory = Path.GetTempPath(),
                }
            )!;
            var reading = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null);
            await process.StandardInput.BaseStream.WriteAsync(input);
            process.StandardInput.Close();
            await reading;
            await process.WaitForExitAsync();
            var elapsed = clock.Elapsed;
            return process.ExitCode == 0
                ? new(
                    elapsed.TotalSeconds,
                    (ChildTimes.Read() - before).TotalSeconds,
                    long.Parse(await File.ReadAllTextAsync(report)) << 10
                )
                : throw new InvalidOperationException($"{string.Join(' ', command)} ended with {process.ExitCode}.");
        }
        finally
        {
            File.Delete(report);
        }
    }
}
