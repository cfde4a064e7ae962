using System.Text.RegularExpressions;

namespace Advisor.HostStandIn;

/// <summary>What host.json says of queues, as far as this host acts on it.</summary>
/// <param name="BatchSize">Messages taken at once, 1 to 32.</param>
/// <param name="NewBatchThreshold">More are taken when no more than this many are being worked on.</param>
/// <param name="MaxDequeueCount">Tries before a message goes to the poison queue.</param>
/// <param name="VisibilityTimeout">How long a failed message stays out of sight.</param>
public sealed record QueueOptions(
    int BatchSize,
    int NewBatchThreshold,
    int MaxDequeueCount,
    TimeSpan VisibilityTimeout,
    TimeSpan MaxPollingInterval
);

/// <summary>host.json of a custom handler, read to its end.</summary>
public sealed partial record HostFile(
    string Executable,
    IReadOnlyList<string> Arguments,
    QueueOptions Queues,
    string RoutePrefix,
    TimeSpan FunctionTimeout
)
{
    /// <exception cref="HostFileException">Anything missing, wrong or unknown.</exception>
    public static HostFile Load(string folder)
    {
        var root = StrictObject.Load(Path.Combine(folder, "host.json"));
        if (root.ReadText("version") != "2.0")
        {
            throw root.CreateWrong("version", "\"2.0\"");
        }

        var (executable, arguments) = ReadHandler(root.ReadObject("customHandler"));
        CheckBundle(root.ReadObject("extensionBundle"));
        var extensions = root.ReadObject("extensions");
        var http = extensions.ReadObject("http");
        var prefix = http.ReadText("routePrefix", "api");
        http.RequireEnd();
        var queues = ReadQueues(extensions.ReadObject("queues"));
        extensions.RequireEnd();
        var timeout = root.ReadSpan("functionTimeout", TimeSpan.FromMinutes(30));
        CheckLogging(root);
        root.RequireEnd();
        return new HostFile(executable, arguments, queues, prefix, timeout);
    }

    private static (string Executable, IReadOnlyList<string> Arguments) ReadHandler(StrictObject handler)
    {
        var description = handler.ReadObject("description");
        var executable = description.ReadText("defaultExecutablePath");
        var arguments = description.Has("arguments") ? description.ReadWords("arguments") : [];
        description.RequireEnd();
        if (!handler.ReadFlag("enableProxyingHttpRequest"))
        {
            throw handler.CreateWrong("enableProxyingHttpRequest", "true: this host proxies");
        }

        handler.RequireEnd();
        return (executable, arguments);
    }

    private static void CheckBundle(StrictObject bundle)
    {
        if (bundle.ReadText("id") != "Microsoft.Azure.Functions.ExtensionBundle")
        {
            throw bundle.CreateWrong("id", "Microsoft.Azure.Functions.ExtensionBundle");
        }

        if (!VersionRangePattern().IsMatch(bundle.ReadText("version")))
        {
            throw bundle.CreateWrong("version", "a range such as [4.*, 5.0.0)");
        }

        bundle.RequireEnd();
    }

    private static QueueOptions ReadQueues(StrictObject queues)
    {
        if (queues.ReadText("messageEncoding", "base64") != "base64")
        {
            throw queues.CreateWrong("messageEncoding", "base64: this host knows no other");
        }

        var batch = queues.ReadInteger("batchSize", 1, 32, 16);
        var options = new QueueOptions(
            batch,
            queues.ReadInteger("newBatchThreshold", 0, 1000, batch / 2),
            queues.ReadInteger("maxDequeueCount", 1, 1000, 5),
            queues.ReadSpan("visibilityTimeout", TimeSpan.Zero),
            queues.ReadSpan("maxPollingInterval", TimeSpan.FromMinutes(1))
        );
        queues.RequireEnd();
        return options;
    }

    // Levels and sampling are Azure's business; their names are held here all the same.
    private static void CheckLogging(StrictObject root)
    {
        if (!root.Has("logging"))
        {
            return;
        }

        var logging = root.ReadObject("logging");
        logging.Skip("logLevel");
        if (logging.Has("applicationInsights"))
        {
            var insights = logging.ReadObject("applicationInsights");
            insights.Skip("enableDependencyTracking");
            if (insights.Has("samplingSettings"))
            {
                var sampling = insights.ReadObject("samplingSettings");
                sampling.Skip("isEnabled");
                sampling.Skip("excludedTypes");
                sampling.Skip("maxTelemetryItemsPerSecond");
                sampling.RequireEnd();
            }

            insights.RequireEnd();
        }

        logging.RequireEnd();
    }

    [GeneratedRegex(@"^[\[(]\d+\.(\*|\d+\.\d+), ?\d+\.\d+\.\d+[\])]$", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex VersionRangePattern();
}
