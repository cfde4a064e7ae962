using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Logging.Console;

namespace Advisor.Functions;

/// <summary>
/// Formats log lines for the Functions host, which adds time and level itself: only the message, on one line. The host treats stdout as
/// information and stderr as errors, except for lines with "warn" in them: warnings and errors go to stderr, and a warning starts with
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
        textWriter.WriteLine(Invocations.FunctionRoutes.ToOneLine(prefix + message + fault));
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
        logging.Services.AddSingleton<ConsoleFormatter, HostLogFormatter>();
        logging.SetMinimumLevel(LogLevel.Information);

        // Request addresses may contain secrets.
        logging.AddFilter("Microsoft", LogLevel.Warning).AddFilter("System", LogLevel.Warning);
    }
}
