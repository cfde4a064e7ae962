using System.Net;
using Advisor.Azure;
using Advisor.Azure.Identity;
using Advisor.Configuration.Resources;
using Advisor.Functions;
using Advisor.Functions.Http;
using Advisor.Functions.Settings;
using Advisor.Functions.Triggers;
using Advisor.Service.Notifications.Channels;
using Advisor.Web;
using Advisor.Web.Telemetry;

// Started by the Azure Functions host as its custom handler: docs/decisions/0083.
var (port, noPort) = ListenAddress.ReadPort(Environment.GetEnvironmentVariable);
var environment = new ConfigurationBuilder().AddEnvironmentVariables().Build();
var folder = environment["FUNCTIONS_APP_ROOT_PATH"] is { Length: > 0 } root ? root : AppContext.BaseDirectory;
var (appComposition, problems) = AppComposition.Read(environment, folder);

// The host itself reports to Application Insights: requests, without their query, and each line of this app.
var targets = TelemetryTargets.Read(name => environment[name], toAzure: false);
if (noPort is not null || appComposition is null || targets.Problem is not null)
{
    foreach (var problem in new[] { noPort, targets.Problem }.OfType<string>().Concat(problems))
    {
        await Console.Error.WriteLineAsync("advisor-functions: " + problem);
    }

    return 1;
}

// No file or argument may change the loopback address.
var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory });
builder.Configuration.Sources.Clear();
builder.Configuration.AddInMemoryCollection(
    environment.AsEnumerable().Where(setting => setting.Key.StartsWith("OTEL_", StringComparison.OrdinalIgnoreCase))
);
builder.WebHost.ConfigureKestrel(kestrel =>
{
    kestrel.AddServerHeader = false;
    kestrel.Listen(IPAddress.Loopback, port);
});
builder.Logging.UseHostLogging();
using var telemetry = TelemetryExport.Start("advisor", targets, text => Console.Error.WriteLine("warning: " + text));
telemetry?.AddTo(builder.Logging);

using var loopback = appComposition.Settings.AzureClock ? new LoopbackTimeProvider(appComposition.Settings.AzureEndpoint!) : null;
TimeProvider time = (TimeProvider?)loopback ?? TimeProvider.System;
using var vault = new KeyVaultSecrets(
    SignIn.CreateDefault(AzureEndpoints.Create(appComposition.Configuration.Cloud), null, appComposition.Settings.ManagedIdentity),
    time
);
using var channels = new NotificationChannels(appComposition.Routing, appComposition.FindVariable, vault, Console.Out, time, isLog: true);
builder.Services.AddSingleton(services =>
{
    var logger = services.GetRequiredService<ILogger<FunctionHost>>();
    var settings = new ReportedSettings(appComposition.Configuration, line => logger.LogWarning("{Problem}", line));
    return new FunctionHost(appComposition, settings, channels, time);
});
builder.Services.AddFunctions();

await using var app = builder.Build();
app.UseNoSniff();

// The host polls this address until it responds.
app.MapGet("/", () => Results.Text("advisor"));
app.MapFunctions();
var api = app.Services.GetRequiredService<FunctionHost>().Api;
app.MapAdvisorApi(api);

// Beside the first triggers, which do not wait for it.
app.Lifetime.ApplicationStarted.Register(() => _ = ApiWarmUp.RunAsync(api, app.Lifetime.ApplicationStopping));
await app.RunAsync();

// Ended by a signal. The host, where it runs on, starts a program again unless it ended with 0, and counts this code as no failure.
return 200;
