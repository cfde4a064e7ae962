using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Cli.Tests.World;

/// <summary>The command line as a process of its own.</summary>
internal static class AdvisorProcess
{
    /// <param name="said">Takes each line of standard output.</param>
    /// <param name="complained">Takes each line of standard error; may be called at the same time.</param>
    /// <param name="environment">Variables beside those of the tests.</param>
    /// <param name="under">A program and its arguments that runs it, such as one that takes rights away; none = directly.</param>
    public static Process Start(
        IReadOnlyList<string> arguments,
        Action<string> said,
        Action<string> complained,
        IReadOnlyDictionary<string, string>? environment = null,
        params IReadOnlyList<string> under
    )
    {
        string[] all = [.. under, .. AdvisorProgram.Command, .. arguments];
        var start = new ProcessStartInfo(all[0])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        all.Skip(1).ToList().ForEach(start.ArgumentList.Add);
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
        {
            start.Environment[name] = value;
        }

        var process = new Process { StartInfo = start };
        process.OutputDataReceived += (_, line) => Say(said, line.Data);
        process.ErrorDataReceived += (_, line) => Say(complained, line.Data);
        process.Start();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return process;

        static void Say(Action<string> taker, string? line)
        {
            if (line is not null)
            {
                taker(line);
            }
        }
    }
}
