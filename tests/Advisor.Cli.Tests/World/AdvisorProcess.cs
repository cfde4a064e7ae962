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
    ) => ProgramProcess.Start([.. under, .. AdvisorProgram.Command, .. arguments], said, complained, environment);
}

/// <summary>A program whose lines are taken as they come.</summary>
internal static class ProgramProcess
{
    /// <summary>Kills one that a failed test has left, which would keep its port.</summary>
    public static void Stop(Process? process)
    {
        if (process is { HasExited: false })
        {
            process.Kill(entireProcessTree: true);
        }

        process?.Dispose();
    }

    /// <param name="command">The program and its arguments.</param>
    /// <param name="said">Takes each line of standard output.</param>
    /// <param name="complained">Takes each line of standard error; may be called at the same time.</param>
    /// <param name="environment">Variables beside those of the tests.</param>
    public static Process Start(
        IReadOnlyList<string> command,
        Action<string> said,
        Action<string> complained,
        IReadOnlyDictionary<string, string>? environment = null
    )
    {
        var start = new ProcessStartInfo(command[0])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        command.Skip(1).ToList().ForEach(start.ArgumentList.Add);
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
