using System.Diagnostics;
using System.Text;
using System.Text.Json;

namespace Advisor.Benchmarks;

/// <summary>The command-line tool as a process of its own, as it stands beside the benchmarks.</summary>
internal static class AdvisorProcess
{
    public static Process Start(params string[] arguments)
    {
        var start = new ProcessStartInfo(
            Environment.ProcessPath is { } self && Path.GetFileNameWithoutExtension(self) == "dotnet" ? self : "dotnet"
        )
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        start.ArgumentList.Add(Path.Combine(AppContext.BaseDirectory, "advisor.dll"));
        foreach (var argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        return Process.Start(start) ?? throw new InvalidOperationException("The process did not start.");
    }

    /// <summary>Reads lines until they make a whole JSON value.</summary>
    public static async Task<string> ReadJsonAsync(TextReader reader)
    {
        var text = new StringBuilder();
        while (await reader.ReadLineAsync() is { } line)
        {
            text.AppendLine(line);
            try
            {
                JsonDocument.Parse(text.ToString()).Dispose();
                return text.ToString();
            }
            catch (JsonException)
            {
                // Not whole yet.
            }
        }

        throw new InvalidOperationException("The process ended before it had printed a JSON value: " + text);
    }
}
