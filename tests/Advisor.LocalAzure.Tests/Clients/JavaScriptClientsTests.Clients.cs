using System.Text.Json;
using Advisor.Tests;

namespace Advisor.LocalAzure.Tests.Clients;

/// <content>One run of the script for all tests.</content>
public sealed partial class JavaScriptClientsTests
{
    /// <summary>One loopback Azure, and one run of the script against it.</summary>
    public sealed class Clients : IAsyncDisposable
    {
        private readonly Lazy<Task<JsonElement>> results;
        private LocalAzureHost? azure;

        public Clients() => results = new(RunAsync);

        public Task<JsonElement> ReadAllAsync() => results.Value;

        /// <summary>What an operation gave; an object with error, code and status where it was refused.</summary>
        public async Task<JsonElement> GetAsync(string operation) => (await results.Value).GetProperty(operation);

        public async ValueTask DisposeAsync()
        {
            if (azure is not null)
            {
                await azure.DisposeAsync();
            }
        }

        private async Task<JsonElement> RunAsync()
        {
            azure = await LocalAzureHost.StartAsync(
                new LocalAzureOptions
                {
                    Time = new ManualTimeProvider(Now),
                    Resources = Fleet,
                    PageSize = 1,
                    ScalingTime = TimeSpan.Zero,
                }
            );
            return await NodeScript.RunAsync(
                "azure-clients.js",
                "@azure/arm-signalr",
                azure.Endpoint.AbsoluteUri,
                azure.SubscriptionId,
                $"{Start:yyyy-MM-ddTHH:mm:ssZ}",
                $"{Start.AddMinutes(10):yyyy-MM-ddTHH:mm:ssZ}"
            );
        }
    }
}
