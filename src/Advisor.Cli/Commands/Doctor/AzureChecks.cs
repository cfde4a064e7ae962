using Advisor.Azure;
using Advisor.Azure.Identity;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Resources;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Azure;
using Azure.Core;
using Azure.Identity;

namespace Advisor.Cli.Commands.Doctor;

/// <summary>Checks sign-in, endpoints and clock, and of each subscription what may be listed, read and changed.</summary>
/// <param name="appSubscription">Subscription of the Functions app; null = not checked.</param>
internal sealed class AzureChecks(AdvisorConfiguration config, AzureOptions options, string? appSubscription, ProgressLine progress)
{
    private const string Reader = "Monitoring Reader";

    private const string Login = "az login";
    private const string ListSubscriptions = "az account list --output table";

    /// <param name="findScopeAsync">Resolves the scope; throws <see cref="CommandException"/> where there is none.</param>
    public async Task<IReadOnlyList<DoctorCheck>> RunAsync(Func<Task<FleetScope>> findScopeAsync, CancellationToken cancellation)
    {
        var checks = new List<DoctorCheck> { await CheckSignInAsync(cancellation) };
        using var connection = AzureConnection.Create(options);
        checks.AddRange(EndpointChecks.Run(options, await connection.Clock.ReadOffsetAsync(cancellation)));
        if (checks.Exists(check => check.Status == CheckStatus.Fault))
        {
            checks.Add(new("subscriptions", CheckStatus.Fault, "Not checked: see above."));
            return checks;
        }

        try
        {
            var scope = await findScopeAsync();
            var access = new AccessChecks(config, connection.Access, options.Time);
            var listings = new List<FleetListing>();
            var (wide, found) = await WideScopeChecks.RunAsync(connection.Access, scope, cancellation);
            checks.AddRange(wide);
            var subscriptions = scope.Subscriptions.Concat(found).Distinct(StringComparer.OrdinalIgnoreCase).ToList();
            foreach (var subscription in subscriptions)
            {
                progress.Report(new("Checking", listings.Count, subscriptions.Count, "subscription"));
                checks.Add(await access.CheckRegistrationAsync(ProviderRegistration.Insights, subscription, cancellation));
                var (listed, listing) = await CheckSubscriptionAsync(
                    connection,
                    scope with
                    {
                        Subscriptions = [subscription],
                        ManagementGroups = [],
                        AllSubscriptions = false,
                    },
                    cancellation
                );
                checks.AddRange(listed);
                checks.AddRange(await access.CheckChangesAsync(subscription, listing.Resources, cancellation));
                checks.AddRange(await CheckCostsAsync(connection, subscription, cancellation));
                listings.Add(listing);
            }

            if (!wide.Any(check => check.Status == CheckStatus.Fault))
            {
                checks.AddRange(CheckNames(scope, listings));
            }

            if (appSubscription is not null)
            {
                checks.Add(await access.CheckRegistrationAsync(ProviderRegistration.App, appSubscription, cancellation));
            }
        }
        catch (CommandException e)
        {
            checks.Add(
                new(
                    "subscriptions",
                    CheckStatus.Fault,
                    DoctorRun.ToLine(e.Message),
                    e.ExitCode == ExitCodes.Usage ? ListSubscriptions : null
                )
            );
        }

        return checks;
    }

    private async Task<DoctorCheck> CheckSignInAsync(CancellationToken cancellation)
    {
        if (options.Endpoint is not null)
        {
            return new("sign-in", CheckStatus.Ok, "A loopback Azure needs none.");
        }

        try
        {
            var scope = options.Cloud.ResourceManagerAudienceForScope + "/.default";
            await options.Credential!.GetTokenAsync(new TokenRequestContext([scope]), cancellation);
            return new("sign-in", CheckStatus.Ok, $"Azure gave a token for {options.Cloud.ResourceManager.Host}.");
        }
        catch (AuthenticationFailedException e)
        {
            return new("sign-in", CheckStatus.Fault, DoctorRun.ToLine(SignIn.DescribeFailure(e)!), Login);
        }
        catch (RequestFailedException e)
        {
            return new(
                "sign-in",
                CheckStatus.Fault,
                DoctorRun.ToLine($"No answer: {e.Message}"),
                SuggestedCommand.FormatCall(options.Cloud.Authority)
            );
        }
    }

    /// <summary>Checks the names of resources in advisor.yaml against the listings of all subscriptions of the scope.</summary>
    private IEnumerable<DoctorCheck> CheckNames(FleetScope scope, IReadOnlyList<FleetListing> listings)
    {
        var all = new FleetListing(
            [.. listings.SelectMany(listing => listing.Resources).DistinctBy(resource => resource.Id, StringComparer.OrdinalIgnoreCase)],
            [.. listings.SelectMany(listing => listing.Failures)]
        );
        return UnmatchedNames
            .Describe(config, scope, all, options.Time.GetUtcNow())
            .Select(note => new DoctorCheck("resource names", CheckStatus.Warning, DoctorRun.ToLine(note)));
    }

    private async Task<(IReadOnlyList<DoctorCheck> Checks, FleetListing Listing)> CheckSubscriptionAsync(
        AzureConnection connection,
        FleetScope scope,
        CancellationToken cancellation
    )
    {
        var subscription = scope.Subscriptions[0];
        var (name, metrics) = ($"subscription {subscription}", $"metrics of {subscription}");
        var listing = await connection.Fleet.ListAsync(scope, cancellation);
        if (listing.Failures is [var failure, ..])
        {
            return ([CreateFault(name, subscription, failure)], listing);
        }

        var found = new DoctorCheck(name, CheckStatus.Ok, $"{Wording.FormatCount(listing.Resources.Count, "resource")} found.");
        if (listing.Resources.Count == 0)
        {
            var none = found with { Status = CheckStatus.Warning, Text = "No SignalR or Web PubSub resource here, or none may be read." };
            return ([none], listing);
        }

        // One resource of each region: rights are those of the subscription, endpoints those of a region.
        var now = options.Time.GetUtcNow() - config.Rules.Policy.MetricLag;
        var resources = listing.Resources.DistinctBy(resource => resource.Region, StringComparer.OrdinalIgnoreCase).ToList();
        var read = await connection.Metrics.ReadAsync(resources, now.AddMinutes(-10), now, cancellation);
        DoctorCheck of = read switch
        {
            { Failures: [var refused, ..] } => CreateFault(metrics, subscription, refused),
            { Notes: [var note, ..] } => new(metrics, CheckStatus.Warning, DoctorRun.ToLine(note), FindCommand(note, subscription)),
            _ => new(metrics, CheckStatus.Ok, $"Read in {Wording.FormatCount(resources.Count, "region")}."),
        };
        return ([found, of], listing);
    }

    /// <summary>Asks for the costs of one day, where the configuration asks for actual costs; the estimate works without them.</summary>
    private async Task<IReadOnlyList<DoctorCheck>> CheckCostsAsync(
        AzureConnection connection,
        string subscription,
        CancellationToken cancellation
    )
    {
        if (config.Costs != CostSource.Actual)
        {
            return [];
        }

        var to = CostWindow.FindComplete(options.Time.GetUtcNow(), config.Rules.Policy.CostLag).To;
        var (_, failure) = await connection.Costs.ReadAsync(subscription, new CostWindow(to, to), cancellation);
        var name = $"costs of {subscription}";
        return
        [
            failure is null
                ? new(name, CheckStatus.Ok, "Cost Management answers this sign-in.")
                : new(
                    name,
                    CheckStatus.Warning,
                    DoctorRun.ToLine(failure.Text),
                    failure.Code == FailureCode.Forbidden ? Grant("Cost Management Reader", subscription) : null
                ),
        ];
    }

    private static DoctorCheck CreateFault(string name, string subscription, FleetFailure failure) =>
        new(
            name,
            CheckStatus.Fault,
            DoctorRun.ToLine(failure.Text),
            failure.Code switch
            {
                FailureCode.Forbidden => GrantReader(subscription),
                FailureCode.NotRegistered => ProviderRegistration.CreateCommand(ProviderRegistration.Insights, subscription),
                FailureCode.Credential => Login,
                FailureCode.NotFound => ListSubscriptions,
                _ => null,
            }
        );

    // A note about a missing right names the role; what Azure could not provide is not mended by one.
    private static string? FindCommand(string note, string subscription) =>
        note.Contains(Reader, StringComparison.Ordinal) ? GrantReader(subscription) : null;

    internal static string GrantReader(string subscription) => Grant(Reader, subscription);

    private static string Grant(string role, string subscription) =>
        $"az role assignment create --assignee PRINCIPAL_ID --role \"{role}\" --scope /subscriptions/{subscription}";
}
