using System.Diagnostics;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Advisor.Tests;

/// <summary>The OpenMetrics parser of prometheus_client (Python), which refuses what is not in the standard.</summary>
internal static class OpenMetricsParser
{
    public const string Missing =
        "prometheus_client of Python is not installed: run tests/run, or apt-get install python3-prometheus-client";

    private static readonly Lazy<string?> Interpreter = new(() => new[] { "/usr/bin/python3", "python3" }.FirstOrDefault(HasParser));

    public static bool IsPresent => Interpreter.Value is not null;

    /// <summary>The families of a text; the test fails where it is not OpenMetrics.</summary>
    public static async Task<IReadOnlyList<ParsedFamily>> ReadAsync(string text)
    {
        var (families, problem) = await TryReadAsync(text);
        Assert.True(families is not null, $"{problem}{Environment.NewLine}{text}");
        return families!;
    }

    /// <summary>The families of a text, or why it is not OpenMetrics.</summary>
    public static async Task<(IReadOnlyList<ParsedFamily>? Families, string? Problem)> TryReadAsync(string text)
    {
        Assert.SkipUnless(IsPresent, Missing);
        using var python = Start(Interpreter.Value!, RepositoryFiles.GetPath("tests", "openmetrics.py"));
        var output = python.StandardOutput.ReadToEndAsync();
        var error = python.StandardError.ReadToEndAsync();
        await python.StandardInput.BaseStream.WriteAsync(Encoding.UTF8.GetBytes(text));
        python.StandardInput.Close();
        await python.WaitForExitAsync();
        return python.ExitCode == 0
            ? (JsonSerializer.Deserialize(await output, ParsedJson.Default.ListParsedFamily), null)
            : (null, await error);
    }

    private static bool HasParser(string interpreter)
    {
        try
        {
            using var python = Start(interpreter, "-c", "import prometheus_client.openmetrics.parser");
            python.StandardInput.Close();
            python.WaitForExit();
            return python.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }

    private static Process Start(string interpreter, params string[] arguments) =>
        Process.Start(
            new ProcessStartInfo(interpreter, arguments)
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            }
        )!;
}

internal sealed record ParsedFamily(string Name, string Type, string Unit, string Help, IReadOnlyList<ParsedSample> Samples);

internal sealed record ParsedSample(string Name, IReadOnlyDictionary<string, string> Labels, double Value);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(List<ParsedFamily>))]
internal sealed partial class ParsedJson : JsonSerializerContext;
