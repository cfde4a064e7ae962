namespace Advisor.Configuration.Routing;

/// <summary>Where a secret is kept. It never is in a setting itself.</summary>
/// <param name="Vault">The secret's identifier in a key vault; null where it is in the environment.</param>
public sealed record SecretReference(string? Variable, Uri? Vault)
{
    private const string EnvironmentPrefix = "env:";
    private const string VaultPrefix = "keyvault:";

    // Public, China, US Government: docs of Azure Key Vault, "Vault name and object name".
    private static readonly string[] VaultDomains = ["vault.azure.net", "vault.azure.cn", "vault.usgovcloudapi.net"];

    /// <summary>
    /// Reads <c>env:NAME</c> or <c>keyvault:https://VAULT.vault.azure.net/secrets/NAME</c>; null for anything else, which may be a secret:
    /// do not print it.
    /// </summary>
    public static SecretReference? Parse(string text)
    {
        if (text.StartsWith(EnvironmentPrefix, StringComparison.Ordinal))
        {
            var name = text[EnvironmentPrefix.Length..];
            return name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_') ? new SecretReference(name, null) : null;
        }

        return
            text.StartsWith(VaultPrefix, StringComparison.Ordinal)
            && Uri.TryCreate(text[VaultPrefix.Length..], UriKind.Absolute, out var secret)
            && secret is { Scheme: "https", UserInfo: "", Query: "", Fragment: "" }
            && secret.AbsolutePath.StartsWith("/secrets/", StringComparison.Ordinal)
            && FindVaultDomain(secret) is not null
            ? new SecretReference(null, secret)
            : null;
    }

    /// <summary>The domain of the key vaults that an address belongs to; null where it is none of Azure's.</summary>
    public static string? FindVaultDomain(Uri address) =>
        VaultDomains.FirstOrDefault(domain => address.Host.EndsWith("." + domain, StringComparison.OrdinalIgnoreCase));

    /// <summary>As it stands in the settings; no secret.</summary>
    public override string ToString() => Vault is null ? EnvironmentPrefix + Variable : VaultPrefix + Vault;
}

/// <summary>A key vault.</summary>
public interface IKeyVaultSecrets
{
    /// <summary>The value, or null where there is none or it cannot be read. Throws on cancellation only.</summary>
    Task<string?> ReadAsync(Uri secret, CancellationToken cancellation);

    /// <summary>Why the last read of it gave nothing and what to do, as the end of a sentence; null where that is not known.</summary>
    string? FindProblem(Uri secret) => null;
}
