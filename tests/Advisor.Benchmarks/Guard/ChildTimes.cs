using System.Runtime.InteropServices;

namespace Advisor.Benchmarks.Guard;

/// <summary>Processor time of the processes that this one started and that have ended, by <c>getrusage</c>.</summary>
internal static partial class ChildTimes
{
    private const int Children = -1;

    /// <summary>Returns user and system time of all of them together.</summary>
    public static TimeSpan Read()
    {
        // On 64-bit Linux: two times of seconds and microseconds, and 14 more numbers.
        Span<long> usage = stackalloc long[18];
        return GetResourceUsage(Children, usage) == 0
            ? TimeSpan.FromSeconds(usage[0] + usage[2]) + TimeSpan.FromMicroseconds(usage[1] + usage[3])
            : throw new InvalidOperationException("getrusage failed: this benchmark needs Linux.");
    }

    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static partial int GetResourceUsage(int who, Span<long> usage);
}
