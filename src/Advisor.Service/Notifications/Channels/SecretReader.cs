using Advisor.Configuration.Routing;

namespace Advisor.Service.Notifications.Channels;

/// <summary>Reads secrets when they are used, so that a new value needs no restart.</summary>
/// <param name="environment">Reads an environment variable.</param>
/// <param name="vault">Access to key vaults and tokens; null if there is no sign-in to Azure.</param>
public sealed class SecretReader(Func<string, string?> environment, IAzureSecrets? vault)
{
    /// <summary>Returns the secret, or null if it is missing or empty.</summary>
    public async Task<Secret?> FindAsync(SecretReference reference, CancellationToken cancellation)
    {
        var value = reference.Vault is { } uri
            ? vault is null
                ? null
                : await vault.ReadAsync(uri, cancellation)
            : environment(reference.Variable!);
        return string.IsNullOrWhiteSpace(value) ? null : new Secret(value.Trim());
    }

    /// <summary>Returns an access token of Advisor's own sign-in to Azure, or null if there is none.</summary>
    public async Task<Secret?> FindTokenAsync(string scope, CancellationToken cancellation) =>
        vault is not null && await vault.FindTokenAsync(scope, cancellation) is { } token ? new Secret(token) : null;

    /// <summary>
    /// Returns why a secret that <see cref="FindAsync"/> did not find is missing and what to do, as a sentence without the channel's name.
    /// </summary>
    /// <param name="what">Name of the secret, such as "the password".</param>
    public string DescribeAbsence(SecretReference reference, string what) =>
        reference.Vault is { } uri && vault?.FindProblem(uri) is { } problem
            ? $"{reference} {problem}."
            : $"{reference} is not set; put {what} there.";
}
