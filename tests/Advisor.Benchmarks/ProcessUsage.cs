using System.ComponentModel;

namespace Advisor.Benchmarks;

/// <summary>What a process has used so far, read from /proc.</summary>
/// <param name="Processor">User and system time of all its threads.</param>
/// <param name="Resident">Bytes in memory now.</param>
/// <param name="Peak">The most there were.</param>
internal readonly record struct ProcessUsage(TimeSpan Processor, long Resident, long Peak)
{
    private static readonly TimeSpan BetweenReads = TimeSpan.FromMilliseconds(5);

    /// <summary>Reads again and again until a process ends, and returns what was read last: its peak is at most that old.</summary>
    public static async Task<ProcessUsage> FollowAsync(int id)
    {
        var last = default(ProcessUsage);
        while (true)
        {
            try
            {
                last = Read(id);
            }
            catch (Exception e) when (e is InvalidOperationException or ArgumentException or IOException or Win32Exception)
            {
                return last; // it has ended
            }

            await Task.Delay(BetweenReads);
        }
    }

    public static ProcessUsage Read(int id)
    {
        using var process = System.Diagnostics.Process.GetProcessById(id);
        var lines = File.ReadAllLines($"/proc/{id}/status");
        return new ProcessUsage(process.TotalProcessorTime, ReadKilobytes("VmRSS:") * 1024, ReadKilobytes("VmHWM:") * 1024);

        long ReadKilobytes(string name) =>
            long.Parse(
                lines
                    .Single(line => line.StartsWith(name, StringComparison.Ordinal))
                    .Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2]
                    .Trim()
                    .Split('\t')[^1]
            );
    }
}
