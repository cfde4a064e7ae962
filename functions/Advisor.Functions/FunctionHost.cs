using Advisor.Azure;
using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Configuration.Resources;
using Advisor.Functions.Settings;
using Advisor.Reporting.Json;
using Advisor.Service;
using Advisor.Service.Costs;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Prices;
using Advisor.Service.Sizes;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Tables;
using Advisor.Web;

namespace Advisor.Functions;

/// <summary>
/// Opens the service at the first call: the program starts and responds even while the storage account is not available. After a failure
/// the next call tries again.
/// </summary>
internal sealed class FunctionHost(
    AppComposition appComposition,
    ReportedSettings resourceSettings,
    NotificationChannels channels,
    TimeProvider time
) : IDisposable
{
    private readonly SemaphoreSlim opening = new(1, 1);
    private readonly AzureConnection azure = AzureConnection.Create(
        new AzureOptions
        {
            Cloud = AzureEndpoints.Create(appComposition.Configuration.Cloud),
            Endpoint = appComposition.Settings.AzureEndpoint,
            ManagedIdentityClientId = appComposition.Settings.ManagedIdentity,
            Settings = resource => resourceSettings.Resolve(resource, time.GetUtcNow()),
            DescribeListing = (listed, listing) =>
                UnmatchedNames.DescribeWithNotes(appComposition.Configuration, listed, listing, time.GetUtcNow()),
            MetricLag = appComposition.Configuration.Rules.Policy.MetricLag,
            MaxRetryAfter = ResilienceLimits.ServiceMaxRetryAfter,
            Time = time,
        }
    );

    private AdvisorService? service;

    public DateTimeOffset Now => time.GetUtcNow();

    /// <summary>Dependencies of the API and the pages.</summary>
    public ApiDependencies Api =>
        new()
        {
            ReadServiceAsync = async cancellation => (await OpenAsync(cancellation)).Setup,
            Configuration = appComposition.Configuration,
            Time = time,
            Links = appComposition.Settings.Links,
            SignIn = appComposition.Settings.SignIn,
            HostChecksKeys = true,
            Dashboard = appComposition.Settings.Dashboard,
            DashboardPath = "/pages",
        };

    /// <summary>Returns the state, opening it first if needed.</summary>
    /// <exception cref="StateStoreException">The storage account cannot be reached, or denies access.</exception>
    public async Task<AdvisorState> GetStateAsync(CancellationToken cancellation) => (await OpenAsync(cancellation)).Setup.State;

    /// <summary>
    /// Returns the stages of the service over the opened state. A single instance, since it caches the list of resources.
    /// </summary>
    /// <exception cref="StateStoreException">The storage account cannot be reached, or denies access.</exception>
    public async Task<AdvisorService> OpenAsync(CancellationToken cancellation)
    {
        if (service is { } opened)
        {
            return opened;
        }

        await opening.WaitAsync(cancellation);
        try
        {
            return service ??= CreateService(
                await AdvisorState.OpenAsync(await OpenStoreAsync(cancellation), AdvisorState.SharedBuckets, Now, cancellation)
            );
        }
        finally
        {
            opening.Release();
        }
    }

    public void Dispose()
    {
        azure.Dispose();
        opening.Dispose();
    }

    private AdvisorService CreateService(AdvisorState state)
    {
        var (settings, config) = (appComposition.Settings, appComposition.Configuration);
        var setup = new ServiceSetup
        {
            Options = appComposition.Options,
            State = state,
            Prices = new PriceBook(config.Rules, azure.Prices, state.Prices),
            Sizes = new SizeBook(config.Rules, azure.Sizes, state.Sizes),
            Costs = new CostBook(config.Costs, config.Rules.Policy.CostLag, azure.Costs, state.Costs),
            Fleet = azure.Fleet,
            Metrics = azure.Metrics,
            Rules = config.Rules,
            ReadClockOffsetAsync = azure.Clock.ReadOffsetAsync,
            FindSettings = resourceSettings.Resolve,
            FindMuteWindows = config.FindActiveMutes,
            FormatDetails = DecisionJson.FormatLine,
            CreateApproval = settings.Links is { } links ? links.CreateApproval : null,
            Routing = new NotificationRouting(appComposition.Routing),
            Links = NotificationLinks.Create(config.Cloud, settings.Links),
            Budgets = config.ListBudgets(),
            Reports = config.Reports,
            RenderReport = PageRenderer.RenderMailAsync,
        };
        return new AdvisorService(setup, channels.All);
    }

    private async Task<IStateStore> OpenStoreAsync(CancellationToken cancellation)
    {
        var address = appComposition.Settings.TableService;
        return address.IsLoopback
            ? await TableStateStore.OpenEmulatorAsync(address, StorageEmulator.Account, StorageEmulator.Key, null, cancellation)
            : await TableStateStore.OpenAsync(
                address,
                SignIn.CreateDefault(
                    AzureEndpoints.Create(appComposition.Configuration.Cloud),
                    null,
                    appComposition.Settings.ManagedIdentity
                ),
                null,
                cancellation
            );
    }
}
