using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Logging.Console;
using Microsoft.Extensions.Options;

namespace Advisor.Functions;

/// <summary>
/// Log lines for the Functions host, which adds time and level itself: the message alone, on one line. The host takes stdout for
/// information and stderr for errors, except for lines with "warn" in them: warnings and errors go to stderr, and a warning starts with
/// <c>warning: </c>.
/// </summary>
internal sealed class HostLogFormatter() : ConsoleFormatter(FormatterName)
{
    public const string FormatterName = "host";

    public override void Write<TState>(in LogEntry<TState> logEntry, IExternalScopeProvider? scopeProvider, TextWriter textWriter)
    {
        var message = logEntry.Formatter(logEntry.State, logEntry.Exception);
        var fault = logEntry.Exception is { } e ? $" ({e.GetType().Name}: {e.Message})" : "";
        var prefix = logEntry.LogLevel == LogLevel.Warning ? "warning: " : "";
        textWriter.WriteLine(Invocations.FunctionRoutes.OneLine(prefix + message + fault));
    }
}

internal static class HostLogging
{
    public static void UseHostLogging(this ILoggingBuilder logging)
    {
        logging.ClearProviders();
        logging.AddConsole(options =>
        {
            options.FormatterName = HostLogFormatter.FormatterName;
            options.LogToStandardErrorThreshold = LogLevel.Warning;
        });
        logging.AddConsoleFormatter<HostLogFormatter, ConsoleFormatterOptions>();
        logging.SetMinimumLevel(LogLevel.Information);

        // Addresses of requests may carry secrets.
        logging.AddFilter("Microsoft", LogLevel.Warning).AddFilter("System", LogLevel.Warning);
    }
}
