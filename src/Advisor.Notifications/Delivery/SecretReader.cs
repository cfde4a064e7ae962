using Advisor.Configuration.Routing;

namespace Advisor.Notifications.Delivery;

/// <summary>Looks secrets up when they are used, so that a new value needs no restart.</summary>
/// <param name="environment">Reads a variable.</param>
/// <param name="vault">Null where no key vault is set up.</param>
public sealed class SecretReader(Func<string, string?> environment, IKeyVaultSecrets? vault)
{
    /// <summary>The secret, or null where it is absent or empty.</summary>
    public async Task<Secret?> FindAsync(SecretReference reference, CancellationToken cancellation)
    {
        var value = reference.Vault is { } uri
            ? vault is null
                ? null
                : await vault.ReadAsync(uri, cancellation)
            : environment(reference.Variable!);
        return string.IsNullOrWhiteSpace(value) ? null : new Secret(value.Trim());
    }

    /// <summary>
    /// Why a secret that <see cref="FindAsync"/> did not find is absent and what to do, as a sentence without the channel's name.
    /// </summary>
    /// <param name="what">What belongs there, such as "the password".</param>
    public string DescribeAbsence(SecretReference reference, string what) =>
        reference.Vault is { } uri && vault?.FindProblem(uri) is { } problem
            ? $"{reference} {problem}."
            : $"{reference} is not set; put {what} there.";
}
