namespace Advisor.Benchmarks;

/// <summary>What a process has used so far, read from /proc.</summary>
/// <param name="Processor">User and system time of all its threads.</param>
/// <param name="Resident">Bytes in memory now.</param>
/// <param name="Peak">The most there were.</param>
internal readonly record struct ProcessUsage(TimeSpan Processor, long Resident, long Peak)
{
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
